/** Emits events: one record, and one delivery for each subscribed endpoint (Events: Envelope, Types; WHK-08, WHK-24, WHK-26, VER-03, GAP-90). */
import type {
  AppointmentEventType,
  EventEnvelope,
  EvidenceEventType,
  EvidenceObject,
  FormObject,
  LifecycleObject,
} from '../../contract/upstream-webhooks.ts';
import { evidenceEventTypes } from '../../contract/upstream-webhooks.ts';
import { nextId, nextNumber } from '../engine/ids.ts';
import type { State } from '../state.ts';
import type { EndpointRecord } from './webhook-state.ts';

const payloadVersion = '2025-01-01';

interface About {
  /** Prefix of the key whose endpoints get the event. */
  owner: string;
  /** When it happened on the sandbox's clock. */
  at: Date;
}

export type Emission = About &
  (
    | { type: AppointmentEventType; object: LifecycleObject | FormObject }
    | { type: EvidenceEventType; object: EvidenceObject }
  );

/** Adds the event to the state. The dispatcher sends it after the request. */
export function emit(state: State, emission: Emission): void {
  const { type, owner, object, at } = emission;
  const subject_id = subjectOf(emission);
  const envelope: EventEnvelope = {
    id: nextId(state.counters, 'event'),
    type,
    occurred_at: at.toISOString(),
    payload_version: payloadVersion,
    sequence: nextNumber(state.counters, `sequence of ${subject_id}`),
    data: { object },
  };
  const { id, sequence, occurred_at, payload_version } = envelope;
  const body = JSON.stringify(envelope);
  state.events.set(id, {
    id,
    type,
    owner,
    subject_id,
    sequence,
    occurred_at,
    payload_version,
    body,
    last_timestamp: 0,
  });
  for (const endpoint of state.webhookEndpoints.values())
    if (endpoint.owner === owner && isSubscribed(endpoint, type))
      state.deliveries.set(`${id} ${endpoint.id}`, {
        event_id: id,
        endpoint_id: endpoint.id,
        due_at: occurred_at,
        tries: 0,
        extra_tries: 0,
        attempts: [],
      });
}

function subjectOf({ object }: Emission): string {
  return typeof object.evidence_id === 'string' ? object.evidence_id : String(object.appointment_id);
}

function isSubscribed(
  { subscribed_events, partner_evidence_webhooks_enabled }: EndpointRecord,
  type: string,
) {
  const optedIn = partner_evidence_webhooks_enabled || !evidenceEventTypes.some((each) => each === type);
  return optedIn && subscribed_events.includes(type);
}
