/** The entry of a request in the access log: the record that it touches, and the action. */

/** The kinds of records that the access log names. */
const accessRecordKinds = [
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

/** The actions on a record. */
const accessActions = ['view', 'change', 'export', 'erase', 'retry', 'release', 'note'] as const;

/** An action on a record. */
export type AccessAction = (typeof accessActions)[number];

/** The action of a request on health data, or the reason why it touches none. */
export type OperationAccess = { record: AccessRecordKind; action: AccessAction } | { none: string };
