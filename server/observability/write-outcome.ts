/** The outcome of one attempt of a write in one word, from its log event. */
import type { LogFields } from './log.ts';

const outcomes = {
  'write.settled': 'settled',
  'write.retried': 'postponed',
  'write.parked': 'parked',
  'write.lease_lost': 'lease_lost',
  'write.failed': 'failed',
} as const;
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
