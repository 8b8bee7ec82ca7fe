/** Codes of the API in words. */

const writes: Record<string, string> = {
  'identity.save': 'Details of the user',
  'consent_session.create': 'Consent: begin',
  'consent_session.abandon': 'Consent: end an earlier one',
  'consent_session.finalize': 'Consent: sign',
  'prescreen.submit': 'Health questions before the order',
  'order.place': 'Order',
  'questionnaire.submit': 'Questionnaire',
  'appointment.schedule': 'Request for a time',
  'appointment.cancel': 'Cancel',
  'appointment.reschedule': 'Reschedule',
  'handoff.create': 'Handoff to the hosted page',
  'consent_evidence.create': 'Consent document: announce',
  'consent_evidence.renew_upload': 'Consent document: upload again',
  'consent_evidence.complete': 'Consent document: complete',
  'physician_evidence.create': 'Order document: announce',
  'physician_evidence.renew_upload': 'Order document: upload again',
  'physician_evidence.complete': 'Order document: complete',
  'physician_session.create': 'Physician order: begin',
  'physician_session.finalize': 'Physician order: sign',
  'physician_session.abandon': 'Physician order: end',
};

/** @returns the name of a kind of write; the kind itself if it is not known */
export const writeName = (kind: string): string => writes[kind] ?? kind;

const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});

/** Formats an instant, given in ISO 8601, in the time zone of the operator. */
export const timeText = (at: string): string => format.format(new Date(at));

const foundBy: Record<string, string> = {
  user: 'user id',
  record: 'id of a record',
  order: 'order number',
  response: 'reference of a refusal',
  request: 'reference of a failed request',
};

/** @returns what the reference was */
export const foundByText = (by: string): string => foundBy[by] ?? by;
