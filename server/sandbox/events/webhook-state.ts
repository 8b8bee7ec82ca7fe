/** What the sandbox keeps of its webhooks: endpoints, events, and of each delivery every attempt. */
import type { WebhookEndpoint } from '../../contract/upstream-api/webhook-endpoints.ts';
import type { EventType } from '../../contract/upstream-webhooks.ts';

export type EndpointRecord = WebhookEndpoint & { owner: string };

export interface EventRecord {
  id: string;
  type: EventType;
  owner: string;
  /** The appointment or evidence record it is about; `sequence` counts within it (GAP-90). */
  subject_id: string;
  sequence: number;
  occurred_at: string;
  payload_version: string;
  /** The exact text of every attempt (WHK-40). */
  body: string;
  /** `X-Service-Timestamp` of the latest attempt at any endpoint; 0 before the first. */
  last_timestamp: number;
}

export interface Attempt {
  at: string;
  timestamp_header: string;
  signature_header: string;
  /** null: no answer came. */
  status: number | null;
  outcome: 'delivered' | 'retrying' | 'failed';
}

/** One event on its way to one endpoint. */
export interface Delivery {
  event_id: string;
  endpoint_id: string;
  /** When the next attempt of the schedule falls due on the sandbox's clock; null after the last one. */
  due_at: string | null;
  /** Attempts made of the schedule's six. */
  tries: number;
  /** Attempts asked for by the control plane and not made yet. */
  extra_tries: number;
  attempts: Attempt[];
}

export interface WebhookState {
  endpoints: Map<string, EndpointRecord>;
  events: Map<string, EventRecord>;
  deliveries: Delivery[];
}

export function webhooksAtStart(): WebhookState {
  return { endpoints: new Map(), events: new Map(), deliveries: [] };
}
