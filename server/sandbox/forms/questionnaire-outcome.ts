/** The outcome of a finalized questionnaire (Questionnaire definition; QST-18..QST-20, GAP-61). */
import type { TestType } from '../../contract/upstream-api/test-types.ts';

export interface QuestionnaireOutcome {
  readonly status: 'accepted' | 'blocked' | 'physician_review_required';
  readonly code: string | null;
}

type Answers = Readonly<Record<string, boolean>>;
type Rule = readonly [
  status: 'blocked' | 'physician_review_required',
  code: string,
  applies: (answers: Answers, ageYears: number) => boolean,
];

const yes =
  (field: string) =>
  (answers: Answers): boolean =>
    answers[field] === true;
const under =
  (years: number) =>
  (_: Answers, ageYears: number): boolean =>
    ageYears < years;
const over =
  (years: number) =>
  (_: Answers, ageYears: number): boolean =>
    ageYears > years;

const vo2RiskQuestions = [
  'heart_condition',
  'chest_pain_with_activity',
  'dizziness_or_fainting',
  'breathless_at_rest',
  'heart_medication',
  'diabetes_or_kidney',
] as const;
const twoOrMoreRisks = (answers: Answers): boolean =>
  vo2RiskQuestions.filter((field) => answers[field] === true).length >= 2;

const blocked = 'blocked';
const review = 'physician_review_required';

/** The first rule that applies decides, so blocking rules come before rules that require a review. */
const rules: Readonly<Record<TestType, readonly Rule[]>> = {
  CALST: [
    [blocked, 'CALST_PREGNANCY_INELIGIBLE', yes('pregnant')],
    [blocked, 'CALST_UNDER_40_INELIGIBLE', under(40)],
    [blocked, 'CALST_OVER_75_INELIGIBLE', over(75)],
    [review, 'CALST_CURRENT_SYMPTOMS_REVIEW', yes('current_chest_pain')],
    [review, 'CALST_KNOWN_DISEASE_REVIEW', yes('known_coronary_disease')],
    [review, 'CALST_IMPLANTED_DEVICE_REVIEW', yes('implanted_heart_device')],
    [review, 'CALST_RECENT_SCAN_REVIEW', yes('recent_heart_scan')],
  ],
  DEXA: [
    [blocked, 'DEXA_PREGNANCY_INELIGIBLE', yes('pregnant')],
    [blocked, 'DEXA_RECENT_BARIUM_INELIGIBLE', yes('recent_barium')],
    [blocked, 'DEXA_UNDER_16_INELIGIBLE', under(16)],
    [review, 'DEXA_RECENT_NUCLEAR_MEDICINE_REVIEW', yes('recent_nuclear_medicine')],
    [review, 'DEXA_TABLE_LIMIT_REVIEW', yes('over_table_limit')],
  ],
  DEXABMD: [
    [blocked, 'DEXABMD_PREGNANCY_INELIGIBLE', yes('pregnant')],
    [blocked, 'DEXABMD_RECENT_BARIUM_INELIGIBLE', yes('recent_barium')],
    [blocked, 'DEXABMD_UNDER_16_INELIGIBLE', under(16)],
    [
      review,
      'DEXABMD_NO_SITE_REVIEW',
      (answers) => yes('both_hips_replaced')(answers) && yes('spine_hardware')(answers),
    ],
    [review, 'DEXABMD_RECENT_FRACTURE_REVIEW', yes('recent_fracture')],
  ],
  VO2: [
    [blocked, 'VO2_UNDER_16_INELIGIBLE', under(16)],
    [review, 'VO2_TWO_OR_MORE_RISK_ANSWERS', twoOrMoreRisks],
    [review, 'VO2_SUPERVISION_REVIEW', yes('told_medical_supervision_only')],
  ],
  RMR: [
    [review, 'RMR_RECENT_MEAL_REVIEW', yes('will_eat_within_four_hours')],
    [review, 'RMR_SUPPLEMENTAL_OXYGEN_REVIEW', yes('supplemental_oxygen')],
  ],
  BODPOD: [
    [review, 'BODPOD_ENCLOSED_SPACE_REVIEW', yes('enclosed_spaces')],
    [review, 'BODPOD_PRESSURE_REVIEW', yes('ear_or_lung_condition')],
  ],
  HYDROSTATIC: [
    [blocked, 'HYDROSTATIC_OPEN_WOUND_INELIGIBLE', yes('open_wounds')],
    [blocked, 'HYDROSTATIC_RECENT_SEIZURE_INELIGIBLE', yes('seizures')],
    [review, 'HYDROSTATIC_RECENT_SURGERY_REVIEW', yes('recent_surgery')],
  ],
  SECA: [
    [blocked, 'SECA_IMPLANTED_DEVICE_INELIGIBLE', yes('implanted_electronics')],
    [review, 'SECA_PREGNANCY_REVIEW', yes('pregnant')],
  ],
};

/**
 * Decides the outcome by the first rule of the test type that applies. If none does, a "yes" to `health_changed`
 * requires a review, and any other questionnaire is `accepted` with a null code.
 * @param answers by question id
 * @param ageYears the customer's age in whole years
 */
export function questionnaireOutcome(
  testType: TestType,
  answers: Answers,
  ageYears: number,
): QuestionnaireOutcome {
  const decided = rules[testType].find(([, , applies]) => applies(answers, ageYears));
  if (decided !== undefined) return { status: decided[0], code: decided[1] };
  if (answers.health_changed === true) return { status: review, code: `${testType}_HEALTH_CHANGE_REVIEW` };
  return { status: 'accepted', code: null };
}
