/**
 * Bounded values for labels and attributes. Each is from a list, or one word for all others, so that the number of
 * series is bounded.
 */
import { type ProblemCode, problemCodes } from '../../contract/problem-codes.ts';
import { errorCodes } from '../../contract/upstream-api/error-codes.ts';
import type { LogFields } from './log.ts';

/** How an upstream request ended: a code of the specification, else the class of its status or one of these words. */
export const callOutcomes = [
  '2xx',
  '3xx',
  '4xx',
  '5xx',
  /** No envelope, or an envelope that contradicts its status. */
  'unreadable',
  'timeout',
  'network',
  /** A defect of the server. */
  'failed',
  ...errorCodes,
] as const;
/** How an upstream request ended; see {@link callOutcomes}. */
export type CallOutcome = (typeof callOutcomes)[number];

/** Whose turn it is at the gate before the service: reads of waiting customers, then writes, then all other reads. */
export const turns = ['read', 'write', 'background'] as const;
/** A turn at the gate; see {@link turns}. */
export type Turn = (typeof turns)[number];

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Reads an HTTP method; `_OTHER`, which is OpenTelemetry's word, for all others. */
export const verbOf = (method: unknown): string => verbs.find((verb) => verb === method) ?? '_OTHER';

/** Returns the value if it is in the list, else `other`. */
export const oneOf = <T extends string>(known: readonly T[], value: unknown): T | 'other' =>
  known.find((one) => one === value) ?? 'other';

/** Reads the class of an HTTP status, such as `4xx`; `other` for all other values. */
export const statusClass = (status: unknown): string =>
  typeof status === 'number' && status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other';

/** The hooks whose failures stop or change a step. */
export const guardedHooks = [
  'payment',
  'customerProfile',
  'clinicianProfile',
  'resultWords',
  'handoffOrder',
  'mayOrder',
] as const;
/** A hook whose failures are logged; see {@link guardedHooks}. */
export type GuardedHook = (typeof guardedHooks)[number];

/** The codes of deliveries that are not taken. */
export const webhookRefusals = (Object.keys(problemCodes) as ProblemCode[]).filter((code) =>
  code.startsWith('event_'),
);

/** How a read ended that a webhook requested. */
export const readOutcomes = ['read', 'postponed', 'left'] as const;

const outcomes = {
  'write.settled': 'settled',
  'write.retried': 'postponed',
  'write.parked': 'parked',
  'write.lease_lost': 'lease_lost',
  'write.failed': 'failed',
} as const;
/** How an attempt of a write ended. */
export const writeOutcomes = [...Object.values(outcomes), 'refused'] as const;
/** A log event that ends an attempt of a write. */
export type WriteEvent = keyof typeof outcomes;

/**
 * Names the outcome of an attempt in one word. Both a success and a refusal settle a write; a refusal has no success
 * status.
 */
export function writeOutcome<E extends WriteEvent>(event: E, fields: LogFields<E>): string {
  const { status } = fields as LogFields<'write.settled'>;
  if (event === 'write.settled' && !(Number(status) >= 200 && Number(status) < 300)) return 'refused';
  return outcomes[event];
}
