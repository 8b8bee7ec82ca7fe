/** Remembers which lines a log has, so that a difference in many responses is logged once. */
import { LRUCache } from 'lru-cache';
import type { Log } from './log.ts';

/** How many lines are remembered, so that none is logged twice. */
const keptLines = 5_000;
/** The lines that each log has already. */
const linesOf = new WeakMap<Log, LRUCache<string, true>>();

/** Whether a line was not logged before. */
export function isNewLine(log: Log, line: string): boolean {
  const known = linesOf.get(log) ?? new LRUCache<string, true>({ max: keptLines });
  linesOf.set(log, known);
  const wasThere = known.has(line);
  known.set(line, true);
  return !wasThere;
}
