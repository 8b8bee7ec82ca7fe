/** Opens a handoff: the order's current one if it still serves the request, or a new one (HND-02, HND-05, IDEM-12). */
import { randomUUID } from 'node:crypto';
import { registerAppointment } from '../appointments/register.ts';
import type { OpenHandoff } from '../contract/handoff-api.ts';
import type { Appointment } from '../contract/upstream-api/appointments.ts';
import type { HandoffRequest } from '../contract/upstream-api/handoff.ts';
import { Problem } from '../errors.ts';
import { Conflict } from '../store/conflict.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { HandoffReader } from './handoff-reader.ts';
import { handoffRequest } from './handoff-request.ts';
import { type Handoff, isSameStored, newHandoff } from './handoff-state.ts';
import type { HandoffWrites } from './handoff-writes.ts';
import type { Handoffs } from './handoffs.ts';
import { hostedPage, isExpired } from './hosted-page.ts';
import { type NamedOrder, noSuchOrder, type OrderOf } from './order.ts';
import { withAppointment } from './transitions.ts';
import type { WaitForWrite } from './wait-for-write.ts';

/** A handoff, and whether it was made by this request. */
export interface Opened {
  handoff: Handoff;
  isNew: boolean;
}

/** The most conflicts of tabs that open at once. */
const conflictLimit = 3;

/**
 * Creates the opening of handoffs.
 * @param deps.now milliseconds since the epoch
 * @returns opens one for a customer; throws Problem 422 `invalid_fields`, 404 `order_not_found`, 409
 * `handoff_under_way`, 503 as `hostedPage` does; UpstreamError; Conflict; and the errors of {@link OrderOf}
 */
export function createOpen(deps: {
  assumptions: Assumptions;
  store: Store;
  encryption: Encryption;
  handoffs: Handoffs;
  writes: Pick<HandoffWrites, 'enqueue'>;
  waitForWrite: WaitForWrite;
  reader: HandoffReader;
  orderOf: OrderOf;
  allowedHosts: readonly string[];
  frameOrigin: string;
  now: () => number;
}) {
  const {
    assumptions,
    store,
    encryption,
    handoffs,
    writes,
    waitForWrite,
    reader,
    orderOf,
    allowedHosts,
    frameOrigin,
    now,
  } = deps;

  function serves(handoff: Handoff, request: HandoffRequest): boolean {
    if (handoff.state === 'requested') return true;
    if (!isSameStored(handoff.request, request)) return false;
    if (handoff.answer === null) return handoff.state === 'preparing';
    return !isExpired(hostedPage(handoff.answer, frameOrigin, assumptions), now());
  }

  async function create(
    handoff: Handoff,
    appointment: Appointment,
    inPlaceOf: Handoff | null,
    { offering }: NamedOrder,
  ) {
    const { id, customerId, orderId, request, state } = handoff;
    const writeId = state === 'preparing' ? randomUUID() : null;
    const made = { ...handoff, writeId };
    const write = { kind: 'handoff.create' as const, params: { orderId }, body: request };
    await store.transaction(async (trx) => {
      await handoffs.insert(trx, made, inPlaceOf);
      if (writeId) await writes.enqueue(trx, { id: writeId, ownerId: id, customerId, write, owner: made });
      const { appointment_id: appointmentId, test_type: testType } = appointment;
      const flow = 'co_branded';
      // Without a known place, the customer asks for another time elsewhere.
      const { catalogId, offeringId } = offering ?? { catalogId: null, offeringId: null };
      const place = { catalogId, offeringId, physicianMode: null };
      const known = { appointmentId, customerId, orderId, flow, testType, ...place } as const;
      await registerAppointment(trx, encryption, known, now());
    });
    return made;
  }

  async function openOnce(customerId: string, order: NamedOrder, request: HandoffRequest): Promise<Opened> {
    const { orderId } = order;
    const last = await handoffs.current(customerId, orderId);
    const shown = last && (await reader.refresh(last));
    if (shown && serves(shown, request)) return { handoff: shown, isNew: false };
    // The outcome of the handoff under way is not known yet, so no other may be sent.
    const current = shown && (await waitForWrite(shown));
    if (current?.state === 'preparing')
      throw new Problem('handoff_under_way', {
        title: 'These times are being sent. Try again in a moment.',
        headers: { 'Retry-After': '2' },
      });
    const appointment = await reader.readAppointment(orderId);
    if (!appointment) throw noSuchOrder();
    const fresh = withAppointment(newHandoff(customerId, orderId, request), appointment, now());
    return { handoff: await create(fresh, appointment, current, order), isNew: true };
  }

  return async (customerId: string, asked: OpenHandoff): Promise<Opened> => {
    const request = handoffRequest(asked, allowedHosts, now());
    const order = await orderOf(customerId, asked.order_id ?? null);
    for (let conflicts = 1; ; conflicts++) {
      try {
        return await openOnce(customerId, order, request);
      } catch (error) {
        if (!(error instanceof Conflict) || conflicts === conflictLimit) throw error;
      }
    }
  };
}
