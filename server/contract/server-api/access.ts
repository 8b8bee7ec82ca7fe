/** What the access log says about a request: which record it touches, and how. */

/** The kinds of records that the access log names. */
export const accessRecordKinds = [
  'booking',
  'appointment',
  'appointments',
  'document',
  'results',
  'order',
  'handoff',
  'service_event',
  'customer',
] as const;

/** The kind of a record that the access log names. `appointments` is the list of all appointments of one customer. */
export type AccessRecordKind = (typeof accessRecordKinds)[number];

/** What can be done with a record. */
export const accessActions = ['view', 'change', 'export', 'erase', 'retry', 'release', 'note'] as const;

/** What was done with a record. */
export type AccessAction = (typeof accessActions)[number];

/** What a request does with health data, or why it touches none. */
export type OperationAccess = { record: AccessRecordKind; action: AccessAction } | { none: string };
