/** The heading that each step opens with. */
export const headings = {
  place: 'Which test would you like?',
  where: 'Where would you like to be tested?',
  product: /^(?:DEXA body composition|Calcium Score)$/,
  times: 'When would you like to come?',
  identity: 'Your details',
  document: 'Your signed consent',
  consent: 'Your consent',
  prescreen: 'A few questions about your health',
  review: 'Review and pay',
  questionnaire: 'Before your test',
  sent: 'Request sent',
} as const;
export type Heading = keyof typeof headings;
