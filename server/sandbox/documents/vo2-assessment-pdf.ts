/** The blank physician assessment for a VO2 max test (Appointments; APT-64, GAP-74). */
import { pdf } from './pdf.ts';

const line = '_'.repeat(44);

/** Creates the blank form, which is the same for every appointment. */
export function vo2AssessmentPdf(): Buffer {
  return pdf({
    title: 'Physician assessment before a VO2 max test',
    introduction:
      'Made by a sandbox for testing. To be filled in and signed by a physician who knows the patient, before a graded exercise test to full effort.',
    sections: [
      {
        heading: 'Patient',
        lines: [`Name: ${line}`, `Date of birth: ${line}`],
      },
      {
        heading: 'Assessment',
        lines: [
          `Known heart, lung or metabolic disease: ${line}`,
          `Symptoms at rest or on exertion: ${line}`,
          `Medicines that change heart rate or blood pressure: ${line}`,
          `Resting heart rate and blood pressure: ${line}`,
          '[  ]  May exercise to full effort without supervision by a physician',
          '[  ]  May exercise to full effort under supervision by a physician',
          '[  ]  Should not be tested at present',
        ],
      },
      {
        heading: 'Physician',
        lines: [
          `Name and credentials: ${line}`,
          `License number and state: ${line}`,
          `Signature and date: ${line}`,
        ],
      },
    ],
  });
}
