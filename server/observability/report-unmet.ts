/** How the operator learns of an assumption that is not met: a line in the log the first time, a figure each time. */

import type { Unmet } from '../upstream/assumptions/assumptions.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

export const reportUnmet =
  (log: Log, metrics: Pick<Metrics, 'countUnmet'> | null) =>
  ({ entry, path, keys }: Unmet, isFirst: boolean): void => {
    metrics?.countUnmet(entry);
    if (isFirst) log('assumption.unmet', { entry, path, keys: keys.join(' ') });
  };
