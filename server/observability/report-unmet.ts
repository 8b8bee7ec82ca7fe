/** How the operator learns of an assumption that is not met: a line in the log the first time, a count each time. */
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** An entry of the assumptions that a response of the service does not meet (upstream/assumptions/assumptions.ts). */
interface Unmet {
  entry: string;
  /** Where in the response it was looked for, by names of keys only. */
  path: string;
  /** The names of the keys that were there, without values. */
  keys: string[];
}

/** @returns reports one response; `isFirst` for the first one of this entry and path, which is logged */
export const reportUnmet =
  (log: Log, metrics: Pick<Metrics, 'countUnmet'> | null) =>
  ({ entry, path, keys }: Unmet, isFirst: boolean): void => {
    metrics?.countUnmet(entry);
    if (isFirst) log('assumption.unmet', { entry, path, keys: keys.join(' ') });
  };
