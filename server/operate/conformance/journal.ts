/**
 * The journal of a run that books: the appointments that are not canceled yet, and what was tried. The next run cancels what a
 * killed one has left. Each entry is written before the next request. Without its id nothing can be booked, so an order whose response
 * was lost needs no entry.
 */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Ordered } from './ordered.ts';

/** The result of a check. */
interface Tried {
  check: { id: string };
  outcome: string;
}

/** A line of the file. Keys are named by their prefix. */
type Entry =
  | { run: { base: string } }
  | { booked: string; key: string }
  | { ended: string }
  /** An appointment that is kept for one check, until somebody at the service confirms it. */
  | { waiting: Ordered; check: string }
  | { result: Tried };

/** The journal of one service. */
export interface Journal {
  path: string;
  append: (entry: Entry) => void;
  /** The paths of the appointments to cancel, with the prefix of their key: none that waits for its confirmation. */
  standing: () => [path: string, key: string][];
  /** By check, the appointment that waits for its confirmation. */
  waiting: Map<string, Ordered>;
  /** The results of an earlier run, by check. */
  results: Map<string, Tried>;
  /** Removes the file if every appointment is canceled. */
  close: () => void;
}

/**
 * @param base the service
 * @param isContinued whether an earlier run goes on
 * @throws Error if there is nothing to continue, if the file is about another service, or if a new run would forget
 *   appointments
 */
export function openJournal(path: string, base: string, isContinued: boolean): Journal {
  const booked = new Map<string, string>();
  const waiting = new Map<string, Ordered>();
  const results = new Map<string, Tried>();
  const standing = () => {
    const kept = new Set([...waiting.values()].map((ordered) => ordered.path));
    return [...booked].filter(([appointment]) => !kept.has(appointment));
  };
  const apply = (entry: Entry) => {
    if ('run' in entry && entry.run.base !== base)
      throw new Error(`${path} is the journal of ${entry.run.base}`);
    if ('booked' in entry) booked.set(entry.booked, entry.key);
    if ('ended' in entry) {
      booked.delete(entry.ended);
      for (const [check, ordered] of waiting) if (ordered.path === entry.ended) waiting.delete(check);
    }
    if ('waiting' in entry) waiting.set(entry.check, entry.waiting);
    if ('result' in entry) results.set(entry.result.check.id, entry.result);
  };
  for (const entry of existsSync(path) ? entriesOf(readFileSync(path, 'utf8')) : []) apply(entry);
  if (isContinued && !existsSync(path)) throw new Error(`There is no journal ${path}`);
  if (!isContinued && booked.size > 0)
    throw new Error(`A run has left appointments: end it with --continue ${path}`);
  if (!isContinued) {
    results.clear();
    writeFileSync(path, `${JSON.stringify({ run: { base } } satisfies Entry)}\n`, { flush: true });
  }
  return {
    ...{ path, standing, waiting, results },
    append(entry) {
      apply(entry);
      // A killed run may have left half a line.
      appendFileSync(path, `\n${JSON.stringify(entry)}\n`, { flush: true });
    },
    close() {
      if (booked.size === 0) rmSync(path, { force: true });
    },
  };
}

/** The whole lines. */
function* entriesOf(text: string): Generator<Entry> {
  for (const line of text.split('\n')) {
    try {
      if (line !== '') yield JSON.parse(line) as Entry;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
}
