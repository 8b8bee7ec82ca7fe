/** Reports unmet assumptions to the operator: one line in the log for the first, and a count for each. */
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** An entry of the assumptions that a response of the service does not meet (upstream/assumptions/assumptions.ts). */
interface Unmet {
  entry: string;
  /** The place in the response, as names of keys only. */
  path: string;
  /** The names of the keys found there, without values. */
  keys: string[];
}

/**
 * Creates the function that reports one response. `isFirst` is true for the first one of this entry and path, which is
 * logged.
 * @param metrics counts each response; null without metrics
 */
export const reportUnmet =
  (log: Log, metrics: Pick<Metrics, 'countUnmet'> | null) =>
  ({ entry, path, keys }: Unmet, isFirst: boolean): void => {
    metrics?.countUnmet(entry);
    if (isFirst) log('assumption.unmet', { entry, path, keys: keys.join(' ') });
  };
