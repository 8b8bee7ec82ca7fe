/** Bounded values for labels and attributes. Unknown values become one word, so that the number of series is bounded. */
import { errorCodes } from '../contract/upstream-api/error-codes.ts';

/** How a call upstream ended: by a code that the specification names, else by what came in its place. */
export const callOutcomes = [
  '2xx',
  '3xx',
  '4xx',
  '5xx',
  /** No envelope, or one that contradicts its status. */
  'unreadable',
  'timeout',
  'network',
  /** A fault of ours. */
  'failed',
  ...errorCodes,
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** The word for the others is OpenTelemetry's. */
export const verbOf = (method: unknown): string => verbs.find((verb) => verb === method) ?? '_OTHER';

export const oneOf = <T extends string>(known: readonly T[], value: unknown): T | 'other' =>
  known.find((one) => one === value) ?? 'other';

export const statusClass = (status: unknown): string =>
  typeof status === 'number' && status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other';
