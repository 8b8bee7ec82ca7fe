/** Opens a handoff: the order's current one if it still serves the request, or a new one (HND-02, HND-05, IDEM-12). */
import { randomUUID } from 'node:crypto';
import { registerAppointment } from '../booking/appointments/register.ts';
import type { OpenHandoff } from '../contract/handoff-api.ts';
import type { FieldProblem } from '../contract/problem.ts';
import type { HandoffRequest } from '../contract/upstream-api/handoff.ts';
import { ageOn, dayAtLocation } from '../core/calendar-day.ts';
import { Problem } from '../core/errors.ts';
import { isSecureUrl } from '../core/secure-url.ts';
import { retryConflicts } from '../core/store/conflict.ts';
import type { Encryption } from '../core/store/encryption.ts';
import type { Store } from '../core/store/store.ts';
import type { Appointment } from '../upstream/appointments/responses.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { hasPage } from '../upstream/handoff/answer.ts';
import { ages, customerData } from './customer-data.ts';
import type { HandoffReader } from './handoff-reader.ts';
import { type Handoff, isSameStored, newHandoff, withAppointment } from './handoff-state.ts';
import { type HandoffWrites, requestPage, type WaitForWrite } from './handoff-writes.ts';
import type { Handoffs } from './handoffs.ts';
import { underWay } from './make-order.ts';
import { type NamedOrder, noSuchOrder, type OrderOf } from './order.ts';
import { hostedPage, isExpired } from './view.ts';

/** A handoff, and whether it was made by this request. */
interface Opened {
  handoff: Handoff;
  isNew: boolean;
}

/** What the opening of handoffs needs. */
export interface OpenDeps {
  assumptions: Assumptions;
  store: Store;
  encryption: Encryption;
  handoffs: Handoffs;
  writes: Pick<HandoffWrites, 'enqueue'>;
  waitForWrite: WaitForWrite;
  reader: HandoffReader;
  orderOf: OrderOf;
  /** Hosts to which the hosted page may lead back. */
  allowedHosts: readonly string[];
  /** Origin of the service's hosted page, as agreed at onboarding. */
  frameOrigin: string;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Opens handoffs. Each function throws Problem 404 `order_not_found`, 409 `handoff_under_way`, 503 as `hostedPage` does;
 * UpstreamError; Conflict.
 */
export interface OpenHandoffs {
  /** Opens a handoff for a customer. @throws Problem 422 `invalid_fields`; and the errors of {@link OrderOf} */
  open(customerId: string, asked: OpenHandoff): Promise<Opened>;
  /** Opens another handoff in place of one whose page does not respond: it may have expired, or be valid once. */
  replace(handoff: Handoff): Promise<Opened>;
}

/** Creates the opening of handoffs. */
export const createOpen = (deps: OpenDeps): OpenHandoffs => ({
  async open(customerId, asked) {
    const request = handoffRequest(asked, deps.allowedHosts, deps.now());
    const order = await deps.orderOf(customerId, asked.order_id ?? null);
    return retryConflicts(() => openOnce(deps, customerId, order, request));
  },
  // The place of the appointment is known since the first handoff.
  replace: ({ id, customerId, orderId, request }) =>
    retryConflicts(() =>
      openOnce(deps, customerId, { orderId, offering: null, isMadeHere: false }, request, id),
    ),
});

async function openOnce(
  deps: OpenDeps,
  customerId: string,
  order: NamedOrder,
  request: HandoffRequest,
  replaces?: string,
): Promise<Opened> {
  const { handoffs, reader } = deps;
  const { orderId } = order;
  const last = await handoffs.current(customerId, orderId);
  const shown = last && (await reader.refresh(last));
  if (shown && serves(deps, shown, request, replaces)) return { handoff: shown, isNew: false };
  // The outcome of the handoff under way is not known yet, so no other may be sent.
  const current = shown && (await deps.waitForWrite(shown));
  if (current?.state === 'preparing')
    throw new Problem('handoff_under_way', {
      title: 'These times are being sent. Try again in a moment.',
      headers: { 'Retry-After': '2' },
    });
  const appointment = await reader.readAppointment(orderId);
  // The service's list may show an order late.
  if (!appointment) throw order.isMadeHere ? underWay() : noSuchOrder();
  const fresh = withAppointment(newHandoff(customerId, orderId, request), appointment, deps.now());
  return { handoff: await create(deps, fresh, appointment, current, order), isNew: true };
}

/**
 * Whether an open handoff is what the request asks for.
 * @param replaces the id of a handoff whose page does not respond. @default none
 */
function serves(
  { assumptions, frameOrigin, now }: OpenDeps,
  handoff: Handoff,
  request: HandoffRequest,
  replaces: string | undefined,
): boolean {
  if (handoff.state === 'requested') return true;
  if (!isSameStored(handoff.request, request)) return false;
  if (handoff.answer === null) return handoff.state === 'preparing';
  // A response without an address stays without one.
  if (handoff.id === replaces || !hasPage(handoff.answer, assumptions)) return false;
  return !isExpired(hostedPage(handoff.answer, frameOrigin, assumptions), now());
}

/** Stores a handoff with its write and its appointment. */
async function create(
  { store, encryption, handoffs, writes, now }: OpenDeps,
  handoff: Handoff,
  appointment: Appointment,
  inPlaceOf: Handoff | null,
  { offering }: NamedOrder,
): Promise<Handoff> {
  const { customerId, orderId, request, state } = handoff;
  const writeId = state === 'preparing' ? randomUUID() : null;
  const made = { ...handoff, writeId };
  await store.transaction(async (trx) => {
    await handoffs.insert(trx, made, inPlaceOf);
    await requestPage(trx, writes, made, lostPageOf(inPlaceOf, request));
    const { appointment_id: appointmentId } = appointment;
    const testType = appointment.test_type ?? '';
    const flow = 'co_branded';
    // Without a known place, the customer asks for another time elsewhere.
    const { catalogId, offeringId } = offering ?? { catalogId: null, offeringId: null };
    const place = { catalogId, offeringId, physicianMode: null, orderRef: null };
    const nobody = { consentJourneyId: null, patient: null };
    const known = { appointmentId, customerId, orderId, flow, testType, ...place, ...nobody } as const;
    await registerAppointment(trx, encryption, known, now());
  });
  return made;
}

/** The same request again has the key of the refused one: a new key would make a second page (IDEM-04). */
const lostPageOf = (last: Handoff | null, request: HandoffRequest): { resends?: string } =>
  last?.mayHavePage && last.writeId && isSameStored(last.request, request) ? { resends: last.writeId } : {};

/**
 * Checks every field that the page sent and makes the request (Hosted scheduling handoff; HND-08..HND-18, T86).
 * @param allowedHosts to which the page's addresses may lead; a host with a port allows only that port
 * @param nowMs milliseconds since the epoch
 * @throws Problem 422 `invalid_fields` with every field at fault
 */
function handoffRequest(asked: OpenHandoff, allowedHosts: readonly string[], nowMs: number): HandoffRequest {
  const { times, customer, return_url, member_profile_url, presentation_mode, ui_controls } = asked;
  const fields: FieldProblem[] = [];

  const age = ageOn(customer.date_of_birth, dayAtLocation(nowMs, times.primary));
  if (age < ages.youngest || age > ages.oldest)
    fields.push({
      path: 'customer.date_of_birth',
      message: `This can be booked for ages ${ages.youngest} to ${ages.oldest}.`,
    });
  const all = [times.primary, ...times.alternates];
  if (new Set(all).size < all.length)
    fields.push({ path: 'times.alternates', message: 'Each time can be chosen once.' });
  for (const [path, address] of Object.entries({ return_url, member_profile_url }))
    if (address !== undefined && !isAllowed(address, allowedHosts))
      fields.push({ path, message: 'This address is not among those the operator allows.' });
  if (fields.length > 0) throw new Problem('invalid_fields', { fields });

  return {
    selected_appointment_date: times.primary,
    alternate_availabilities: times.alternates,
    customer_data: customerData(customer),
    ...(return_url === undefined ? {} : { return_url }),
    ...(member_profile_url === undefined ? {} : { member_profile_url }),
    presentation_mode: presentation_mode ?? 'hosted_page',
    ...(ui_controls === undefined ? {} : { ui_controls }),
  };
}

/**
 * HTTPS, or HTTP on this machine, on exactly a host of the list; with its port if the list names one (HND-15). Parsers
 * disagree about the host of an address with a backslash, and the service has its own.
 */
function isAllowed(address: string, allowedHosts: readonly string[]): boolean {
  if (address.includes('\\')) return false;
  const url = new URL(address);
  const isListed = allowedHosts.includes(url.hostname) || allowedHosts.includes(url.host);
  return isSecureUrl(url) && isListed && url.username === '' && url.password === '';
}
