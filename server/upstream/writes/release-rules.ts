/**
 * Which parked writes an operator can give up. The service may have carried a parked write out, so each rule says what
 * happens if the customer then does the same again under a new key.
 */
import { type Flow, isWriteKind, type WriteKind } from '../write-kinds.ts';

const order =
  'The service may have this order already. Another one under a new key would be a second order. Retry the write: the service knows its key and makes no second order. If it stays parked, ask the service for the order.';
const change =
  'The service may have this request already. Retry the write. If it stays parked, ask the service to set the time: the server reads it from there.';
const repaired = 'Retry the write. If it stays parked, look for its reason in the log event write.parked.';

/** The reason why a write cannot be given up; null if it can. */
const rules: Record<WriteKind<Flow>, string | null> = {
  // The service has one identity of a customer. The customer sends the details again.
  'identity.save': null,
  // An open session is found and ended when the customer begins again.
  'consent_session.create': null,
  'consent_session.abandon': null,
  // The customer signs again, and the order names the later signature.
  'consent_session.finalize': null,
  // The service refuses a second set of answers, and the server goes on with the first.
  'questionnaire.submit': null,
  // The server reads the record of the document before it asks for another.
  'consent_evidence.create': null,
  'consent_evidence.renew_upload': null,
  'consent_evidence.complete': null,
  'physician_evidence.create': null,
  'physician_evidence.renew_upload': null,
  'physician_evidence.complete': null,
  // The server reads the appointment, and the service refuses a change that it has made.
  'appointment.cancel': null,
  'appointment.reschedule': null,
  // A second handoff is another link to the same order.
  'handoff.create': null,
  // The server reads the session before the physician signs.
  'physician_session.create': null,
  'physician_session.abandon': null,
  'physician_session.finalize':
    'The service may have this signature already. Retry the write. If it stays parked, ask the service for the order of the physician.',
  'prescreen.submit': order,
  'order.place': order,
  'appointment.schedule': change,
  'webhook_endpoint.register': repaired,
};

/**
 * Finds why a parked write cannot be given up.
 * @returns a sentence with what to do instead; null if it can be given up
 */
export function releaseRefusal({
  flow,
  kind,
  owner_kind: ownerKind,
}: {
  flow: Flow;
  kind: string;
  owner_kind: string | null;
}): string | null {
  if (!isWriteKind(flow, kind)) return 'This version does not know this kind of write.';
  // A purchase has no screen on which the customer could send its details again.
  if (ownerKind === 'purchase') return order;
  return rules[kind];
}
