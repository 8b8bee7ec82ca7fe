/** The engine's records in the state. Types only, so that the state and the engine do not import each other. */
import type { FaultRequest } from './fault-request.ts';

/** A scripted fault and how often it still applies. */
export interface Fault extends FaultRequest {
  id: string;
  /** How many matching requests still pass unaffected. */
  passes: number;
  remaining: number;
  /** The write that an `in_progress` fault is bound to: key prefix, path and idempotency key of its first request. */
  boundTo: string | null;
}

/** The write that an idempotency key identifies: its payload, and its response as JSON, which never changes. */
export interface Binding {
  payload: unknown;
  outcome: string;
}

/** The requests of one key within one second of the clock. */
export interface RateWindow {
  second: number;
  count: number;
}

/** One request of the journal that the control plane lists: no body, no secret. */
export interface JournalRow {
  n: number;
  at: string;
  method: string;
  path: string;
  query: string;
  api_key_prefix: string | null;
  idempotency_key: string | null;
  body_sha256: string | null;
  /** null until the response is sent, and forever if the connection was cut. */
  status: number | null;
}
