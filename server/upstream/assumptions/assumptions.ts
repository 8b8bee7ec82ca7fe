/**
 * The assumptions in force: how the server reads what the specification leaves open. `app.ts` and the commands pass
 * them on.
 */
import { Problem } from '../../core/errors.ts';
import type { Kind } from './kinds.ts';
import { type AssumptionName, type AssumptionValues, type ListEntry, listOf } from './schema.ts';
import { type Found, keysIn, search } from './search.ts';

/** A response of the service that does not meet an assumption. */
export interface Unmet {
  entry: AssumptionName;
  /** The place in the service's response, as names of keys only. */
  path: string;
  /** The names of the keys found there, without values. */
  keys: string[];
}

/**
 * Receives a response that does not meet an assumption.
 * @param about.stops whether a step stops
 * @param about.isFirst true for the first one of this entry and path that stops a step, and for the first that stops none
 */
export type OnUnmet = (unmet: Unmet, about: { stops: boolean; isFirst: boolean }) => void;

/** Reads responses by the assumptions in force. */
export interface Assumptions {
  /** The value of each entry. */
  readonly values: AssumptionValues;
  /** Whether a word is in an entry's list, compared without case. */
  has(entry: ListEntry, word: string): boolean;
  /** Finds the value under one of the entry's names, without a report. */
  look<T>(entry: ListEntry, kind: Kind<T>, sample: unknown): Found<T>;
  /**
   * Finds the value under one of the entry's names; null if there is none.
   * @param path the source of the sample, as names of keys only
   * @throws Problem 503 `assumption_unmet` if several values are possible
   */
  find<T>(entry: ListEntry, kind: Kind<T>, sample: unknown, path: string): T | null;
  /** Finds the value like `find`. @throws Problem 503 `assumption_unmet` if there is none or several are possible */
  need<T>(entry: ListEntry, kind: Kind<T>, sample: unknown, path: string): T;
  /** Reports to the operator what differs and stops nothing. */
  report(entry: AssumptionName, path: string, sample?: unknown): void;
  /** Reports to the operator that a step stops, without an error: the page shows that it does. */
  reportStop(entry: AssumptionName, path: string, sample?: unknown): void;
  /** Reports to the operator and throws. @throws Problem 503 `assumption_unmet`; not within `examine` */
  unmet(entry: AssumptionName, path: string, sample?: unknown): void;
}

/**
 * Creates the assumptions. Their `find`, `need` and `unmet` throw Problem 503 `assumption_unmet`.
 * @param onUnmet called for each report
 */
export function createAssumptions(values: AssumptionValues, onUnmet: OnUnmet = () => {}): Assumptions {
  const reported = new Set<string>();
  return reader(values, {
    report(unmet, stops) {
      const { entry, path } = unmet;
      const name = `${entry} ${path} ${stops}`;
      const isFirst = !reported.has(name);
      reported.add(name);
      onUnmet(unmet, { stops, isFirst });
    },
    stop(entry) {
      throw new Problem('assumption_unmet', {
        title: `The service responds differently than assumed: see ${entry}.`,
      });
    },
  });
}

/**
 * Lists every assumption that a sample does not meet, for `doctor` and `conformance`. `read` gets assumptions that collect
 * unmet entries and continue with a placeholder, instead of throwing at the first.
 * @example examine(values, (assumptions) => consentCopy(bundle, assumptions))
 */
export function examine(values: AssumptionValues, read: (assumptions: Assumptions) => unknown): Unmet[] {
  const found = new Map<string, Unmet>();
  const report = (unmet: Unmet) => void found.set(`${unmet.entry} ${unmet.path}`, unmet);
  read(reader(values, { report, stop: () => {} }));
  return [...found.values()];
}

function reader(
  values: AssumptionValues,
  { report, stop }: { report: (unmet: Unmet, stops: boolean) => void; stop: (entry: AssumptionName) => void },
): Assumptions {
  const reporter =
    (stops: boolean) =>
    (entry: AssumptionName, path: string, sample?: unknown): void =>
      report({ entry, path, keys: keysIn(sample) }, stops);
  const reportStop = reporter(true);
  function unmet(entry: AssumptionName, path: string, sample?: unknown): void {
    reportStop(entry, path, sample);
    stop(entry);
  }
  const look = <T>(entry: ListEntry, kind: Kind<T>, sample: unknown) =>
    search(sample, listOf(values, entry), kind);
  function find<T>(entry: ListEntry, kind: Kind<T>, sample: unknown, path: string): T | null {
    const found = look(entry, kind, sample);
    if (found.state === 'ambiguous') unmet(entry, path, sample);
    return found.state === 'found' ? found.value : null;
  }
  return {
    values,
    has: (entry, word) => listOf(values, entry).some((known) => known.toLowerCase() === word.toLowerCase()),
    look,
    find,
    need(entry, kind, sample, path) {
      const found = find(entry, kind, sample, path);
      if (found !== null) return found;
      unmet(entry, path, sample);
      return kind.stub;
    },
    report: reporter(false),
    reportStop,
    unmet,
  };
}
