/** How a try of a write ended, in one word, by the event that says so. */
import type { LogFields } from './log.ts';

const outcomes = {
  'write.settled': 'settled',
  'write.retried': 'postponed',
  'write.parked': 'parked',
  'write.lease_lost': 'lease_lost',
  'write.failed': 'failed',
} as const;
export type WriteEvent = keyof typeof outcomes;

/** An answer settles a write, and so does a refusal, which has no status of success. */
export function writeOutcome<E extends WriteEvent>(event: E, fields: LogFields<E>): string {
  const { status } = fields as LogFields<'write.settled'>;
  if (event === 'write.settled' && !(Number(status) >= 200 && Number(status) < 300)) return 'refused';
  return outcomes[event];
}
