/**
 * Bounded values for labels and attributes. Each is from a list, or one word for all others, so that the number of
 * series is bounded.
 */
import { errorCodes } from '../contract/upstream-api/error-codes.ts';

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

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Reads an HTTP method; `_OTHER`, which is OpenTelemetry's word, for all others. */
export const verbOf = (method: unknown): string => verbs.find((verb) => verb === method) ?? '_OTHER';

/** Returns the value if it is in the list, else `other`. */
export const oneOf = <T extends string>(known: readonly T[], value: unknown): T | 'other' =>
  known.find((one) => one === value) ?? 'other';

/** Reads the class of an HTTP status, such as `4xx`; `other` for all other values. */
export const statusClass = (status: unknown): string =>
  typeof status === 'number' && status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other';
