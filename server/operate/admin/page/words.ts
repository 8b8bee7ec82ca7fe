/** Codes of the API in words. */
import { sentence } from '../../../core/pages/page/page-part.ts';

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

const ago = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const units = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const;

/** Formats a past instant, given in ISO 8601, such as "3 hours ago". */
export function agoText(at: string): string {
  const seconds = Math.max(0, (Date.now() - Date.parse(at)) / 1000);
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? ['second', 1];
  return ago.format(-Math.floor(seconds / length), unit);
}

/** @returns "1 try", "2 tries" */
export const triesText = (count: number): string => (count === 1 ? '1 try' : `${count} tries`);

/** Formats the reason of a parked write, such as `http_401`. */
export const reasonText = (reason: string): string =>
  sentence(reason).replace(/^Http (\d+)/, (_, status) => `Status ${status}`);

const foundBy: Record<string, string> = {
  user: 'user id',
  record: 'id of a record',
  order: 'order number',
  response: 'reference of a refusal',
  request: 'reference of a failed request',
};

/** @returns what the reference was */
export const foundByText = (by: string): string => foundBy[by] ?? by;
