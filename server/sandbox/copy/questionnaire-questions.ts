/** The questions of each scheduling questionnaire, in order (Questionnaire definition; QST-05, QST-25, GAP-58). */
import type { TestType } from '../../contract/upstream-api/test-types.ts';

/** Only "yes" can need attention, so a questionnaire answered "no" throughout is accepted. */
export interface Question {
  readonly id: string;
  readonly label: string;
  /** @default false */
  readonly optional?: boolean;
}

const pregnancy: Question = {
  id: 'pregnant',
  label: 'Are you pregnant, or is there a chance that you could be pregnant?',
};

const arrival: readonly Question[] = [
  {
    id: 'needs_assistance',
    label: 'Will you need help to get onto a table, a platform or a bike?',
    optional: true,
  },
  { id: 'needs_interpreter', label: 'Would you like an interpreter at your visit?', optional: true },
];

/** The questions of each test type. */
export const questionnaireQuestions: Readonly<Record<TestType, readonly Question[]>> = {
  CALST: [
    pregnancy,
    {
      id: 'recent_heart_scan',
      label: 'Have you had a CT scan of your heart or chest in the past 12 months?',
    },
    {
      id: 'cannot_hold_breath',
      label: 'Do you have a condition that keeps you from holding your breath for ten seconds?',
    },
    {
      id: 'current_chest_pain',
      label: 'Do you have chest pain or pressure now, or have you had it in the past 30 days?',
    },
    {
      id: 'known_coronary_disease',
      label: 'Have you had a heart attack, a coronary stent or bypass surgery?',
    },
    {
      id: 'implanted_heart_device',
      label: 'Do you have a pacemaker, a defibrillator or an artificial heart valve?',
    },
    ...arrival,
  ],
  DEXA: [
    pregnancy,
    {
      id: 'recent_barium',
      label: 'Have you had a barium study, or contrast given by vein or mouth, in the past 7 days?',
    },
    {
      id: 'recent_nuclear_medicine',
      label: 'Have you had a nuclear medicine test in the past 3 days?',
    },
    {
      id: 'metal_implants',
      label: 'Do you have a joint replacement or other metal in your body (more than dental fillings)?',
    },
    { id: 'over_table_limit', label: 'Do you weigh more than 450 pounds (204 kg)?' },
    ...arrival,
  ],
  DEXABMD: [
    pregnancy,
    {
      id: 'recent_barium',
      label: 'Have you had a barium study, or contrast given by vein or mouth, in the past 7 days?',
    },
    { id: 'both_hips_replaced', label: 'Have both of your hips been replaced?' },
    { id: 'spine_hardware', label: 'Do you have rods, screws or cement in your lower back?' },
    { id: 'recent_fracture', label: 'Have you broken a bone in the past 6 months?' },
    ...arrival,
  ],
  VO2: [
    {
      id: 'heart_condition',
      label: 'Has a doctor said that you have a heart condition or high blood pressure?',
    },
    { id: 'chest_pain_with_activity', label: 'Do you feel chest pain at rest or when you are active?' },
    {
      id: 'dizziness_or_fainting',
      label: 'In the past 12 months, have you fainted or lost your balance because of dizziness?',
    },
    { id: 'breathless_at_rest', label: 'Do you get short of breath at rest or with mild effort?' },
    {
      id: 'heart_medication',
      label: 'Do you take prescription medicine for your heart or blood pressure?',
    },
    { id: 'diabetes_or_kidney', label: 'Do you have diabetes or kidney disease?' },
    {
      id: 'injury_limits_exercise',
      label: 'Do you have a bone, joint or muscle injury that limits exercise?',
    },
    {
      id: 'told_medical_supervision_only',
      label: 'Has a doctor said that you should only exercise under medical supervision?',
    },
    ...arrival,
  ],
  RMR: [
    {
      id: 'will_eat_within_four_hours',
      label: 'Do you expect to eat, or to drink anything but water, in the 4 hours before your test?',
    },
    {
      id: 'will_use_stimulants',
      label: 'Do you expect to use caffeine, nicotine or a stimulant on the day of your test?',
    },
    { id: 'supplemental_oxygen', label: 'Do you use supplemental oxygen?' },
    {
      id: 'mask_discomfort',
      label: 'Would wearing a mask or hood for 15 minutes be hard for you?',
    },
    ...arrival,
  ],
  BODPOD: [
    { id: 'enclosed_spaces', label: 'Do enclosed spaces make you anxious or unwell?' },
    {
      id: 'ear_or_lung_condition',
      label: 'Do you have an ear or lung condition that a small change of pressure could affect?',
    },
    ...arrival,
  ],
  HYDROSTATIC: [
    { id: 'open_wounds', label: 'Do you have an open wound, a skin infection or a fresh tattoo?' },
    {
      id: 'fear_of_water',
      label: 'Are you afraid of water, or unable to put your head under it?',
    },
    { id: 'seizures', label: 'Have you had a seizure in the past 12 months?' },
    { id: 'recent_surgery', label: 'Have you had surgery in the past 6 weeks?' },
    ...arrival,
  ],
  SECA: [
    {
      id: 'implanted_electronics',
      label: 'Do you have a pacemaker, an insulin pump or another implanted electronic device?',
    },
    pregnancy,
    { id: 'amputation', label: 'Do you have an amputation or a prosthesis?' },
    ...arrival,
  ],
};
