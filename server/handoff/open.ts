/** Opening a handoff: the order's current one where it serves what is asked, else a new one whose write is a row before it is a request (HND-02, HND-05, IDEM-12). */
import { randomUUID } from 'node:crypto';
import { registerAppointment } from '../appointments/register.ts';
import type { OpenHandoff } from '../contract/handoff-api.ts';
import type { Appointment } from '../contract/upstream-api/appointments.ts';
import type { HandoffRequest } from '../contract/upstream-api/handoff.ts';
import { Problem } from '../errors.ts';
import { Conflict } from '../store/conflict.ts';
import type { Store } from '../store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { Look } from './handoff-reader.ts';
import { handoffRequest } from './handoff-request.ts';
import { type Handoff, newHandoff } from './handoff-state.ts';
import type { HandoffWrites } from './handoff-writes.ts';
import type { Handoffs } from './handoffs.ts';
import { hostedPage, isExpired } from './hosted-page.ts';
import { type NamedOrder, noSuchOrder, type OrderOf } from './order.ts';
import { standing } from './transitions.ts';

export interface Opened {
  handoff: Handoff;
  isNew: boolean;
}

/** Two tabs that open at once meet so often at most. */
const staleLimit = 3;

export function createOpen(needs: {
  assumptions: Assumptions;
  store: Store;
  handoffs: Handoffs;
  writes: Pick<HandoffWrites, 'enqueue'>;
  look: Look;
  orderOf: OrderOf;
  allowedHosts: readonly string[];
  frameOrigin: string;
  now: () => number;
}) {
  const { assumptions, store, handoffs, writes, look, orderOf, allowedHosts, frameOrigin, now } = needs;

  function serves(handoff: Handoff, request: HandoffRequest): boolean {
    if (handoff.state === 'requested') return true;
    if (JSON.stringify(handoff.request) !== JSON.stringify(request)) return false;
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
      if (writeId) await writes.enqueue(trx, { id: writeId, ownerId: id, write, owner: made });
      const { appointment_id: appointmentId, test_type: testType } = appointment;
      const flow = 'co_branded';
      // Where the place is not known, another time is asked for elsewhere.
      const { catalogId, offeringId } = offering ?? { catalogId: null, offeringId: null };
      const place = { catalogId, offeringId, physicianMode: null };
      await registerAppointment(trx, { appointmentId, customerId, orderId, flow, testType, ...place }, now());
    });
    return made;
  }

  async function openOnce(customerId: string, order: NamedOrder, request: HandoffRequest): Promise<Opened> {
    const { orderId } = order;
    const last = await handoffs.current(customerId, orderId);
    const current = last && (await look.at(last));
    if (current && serves(current, request)) return { handoff: current, isNew: false };
    // What the service makes of the one under way is not known yet, so no other may go beside it.
    if (current?.state === 'preparing')
      throw new Problem('handoff_under_way', {
        title: 'These times are being sent. Try again in a moment.',
        headers: { 'Retry-After': '2' },
      });
    const appointment = await look.read(orderId);
    if (!appointment) throw noSuchOrder();
    const fresh = standing(newHandoff(customerId, orderId, request), appointment, now());
    return { handoff: await create(fresh, appointment, current, order), isNew: true };
  }

  return async (customerId: string, asked: OpenHandoff): Promise<Opened> => {
    const request = handoffRequest(asked, allowedHosts, now());
    const order = await orderOf(customerId, asked.order_id ?? null);
    for (let stale = 1; ; stale++) {
      try {
        return await openOnce(customerId, order, request);
      } catch (error) {
        if (!(error instanceof Conflict) || stale === staleLimit) throw error;
      }
    }
  };
}
