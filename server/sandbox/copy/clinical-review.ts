/** What a clinician considers before ordering each test (Structured physician-order session; PHY-14). */
import type { TestType } from '../../contract/upstream-api/test-types.ts';

/** The paragraph for each test type. */
export const clinicalReview: Readonly<Record<TestType, string>> = {
  DEXA: 'Review pregnancy, recent barium or nuclear medicine studies and the weight limit of the table before ordering. The scan describes body composition and does not diagnose osteoporosis.',
  DEXABMD:
    'Review pregnancy, recent contrast studies and metal implants at the hip or lower spine before ordering. A T-score of -2.5 or lower calls for evaluation of secondary causes and fracture risk.',
  VO2: 'Review chest pain, fainting, known heart, lung or kidney disease, uncontrolled blood pressure and recent surgery before ordering. A patient with two or more risk answers needs a physician assessment before a maximal effort.',
  CALST:
    'Review age, pregnancy, known coronary disease, stents or bypass surgery before ordering. The score estimates coronary risk in people without symptoms and does not replace the evaluation of chest pain.',
  RMR: 'Review thyroid disease, stimulant use and claustrophobia before ordering. The result assumes an overnight fast and no exercise on the day of the test.',
  BODPOD:
    'Review claustrophobia, pregnancy, perforated eardrums and oxygen use before ordering. The result is an estimate from body volume and is not a diagnosis.',
  HYDROSTATIC:
    'Review fear of water, open wounds, seizure history and lung disease before ordering. The patient must be able to breathe out fully and stay under water for up to ten seconds.',
  SECA: 'Review pacemakers, implanted defibrillators, insulin pumps and pregnancy before ordering. The result varies with hydration and is not a diagnosis.',
};
