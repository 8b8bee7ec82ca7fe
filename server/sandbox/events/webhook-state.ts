/** The records of webhooks: endpoints, events, and deliveries with their attempts. */
import type { WebhookEndpoint } from '../../contract/upstream-api/webhook-endpoints.ts';
import type { EventType } from '../../contract/upstream-webhooks.ts';

/** A registered endpoint; `owner` is the prefix of its key. */
export type EndpointRecord = WebhookEndpoint & { owner: string };

/** An event of one partner. */
export interface EventRecord {
  id: string;
  type: EventType;
  owner: string;
  /** Id of the appointment or evidence record; `sequence` counts its events (GAP-90). */
  subject_id: string;
  sequence: number;
  occurred_at: string;
  payload_version: string;
  /** The exact text of every attempt (WHK-40). */
  body: string;
  /** `X-Service-Timestamp` of the latest attempt at any endpoint; 0 before the first. */
  last_timestamp: number;
}

/** One attempt of a delivery. */
export interface Attempt {
  at: string;
  timestamp_header: string;
  signature_header: string;
  /** HTTP status; null without a response. */
  status: number | null;
  outcome: 'delivered' | 'retrying' | 'failed';
}

/** The delivery of one event to one endpoint. */
export interface Delivery {
  event_id: string;
  endpoint_id: string;
  /** When the next scheduled attempt is due on the sandbox's clock; null after the last one. */
  due_at: string | null;
  /** How many of the six scheduled attempts were made. */
  tries: number;
  /** Pending redeliveries that the control plane requested. */
  extra_tries: number;
  attempts: Attempt[];
}
