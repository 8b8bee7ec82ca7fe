/** GET /sandbox/events, GET /sandbox/webhook-deliveries and POST /sandbox/webhook-deliveries/redeliver: the events and their deliveries. */
import { z } from 'zod';
import { testNameOf } from '../catalog/test-facts.ts';
import { ApiError } from '../engine/api-error.ts';
import type { Delivery, EventRecord } from '../events/webhook-state.ts';
import type { State } from '../state.ts';
import { type ControlRoute, controlRoute, parse } from './control-route.ts';

const deliveriesQuery = z.strictObject({ event_id: z.string().optional() });
const redeliverRequest = z.strictObject({ event_id: z.uuid() });

/** The routes of events and deliveries. */
export const webhookRoutes: ControlRoute[] = [
  {
    method: 'GET',
    path: '/sandbox/events',
    label: 'List the events',
    handler: (_request, state) => ({
      events: [...state.events.values()].map((event) => presentEvent(state, event)),
    }),
  },
  {
    method: 'GET',
    path: '/sandbox/webhook-deliveries',
    label: 'List the deliveries of events',
    handler({ query }, state) {
      const { event_id } = parse(deliveriesQuery, query);
      return { deliveries: deliveriesOf(state, event_id || undefined).flatMap(present) };
    },
  },
  controlRoute({
    method: 'POST',
    path: '/sandbox/webhook-deliveries/redeliver',
    label: 'Redeliver',
    body: redeliverRequest,
    status: 202,
    deliveries: 'settle',
    handler({ body }, state) {
      const { event_id } = body();
      if (!state.events.has(event_id)) throw new ApiError(404, 'event_id: no such event');
      for (const delivery of deliveriesOf(state, event_id)) delivery.extra_tries += 1;
      return { event_id };
    },
  }),
];

function deliveriesOf(state: State, eventId: string | undefined): Delivery[] {
  return [...state.deliveries.values()].filter(
    ({ event_id }) => eventId === undefined || event_id === eventId,
  );
}

/** An event as the control plane lists it. */
export type ListedEvent = ReturnType<typeof presentEvent>;

/** The event with what it is about, in words, and its attempts. */
function presentEvent(state: State, { id, type, owner, subject_id, sequence, occurred_at }: EventRecord) {
  const test =
    state.appointments.get(subject_id)?.test_type ?? state.evidence.get(subject_id)?.canonical_test_type;
  const attempts = deliveriesOf(state, id).flatMap(present);
  return {
    id,
    type,
    api_key_prefix: owner,
    subject_id,
    subject: test && testNameOf(test),
    sequence,
    occurred_at,
    attempts,
  };
}

function present({ event_id, endpoint_id, attempts }: Delivery) {
  return attempts.map((attempt, made) => ({ event_id, endpoint_id, attempt: made + 1, ...attempt }));
}
