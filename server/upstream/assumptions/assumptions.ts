/** The assumptions in force, handed by `app.ts` and by the commands to those that read what the specification leaves open. */
import { Problem } from '../../errors.ts';
import type { Kind } from './kinds.ts';
import { type AssumptionName, type AssumptionValues, type ListEntry, listOf } from './schema.ts';
import { type Found, keysIn, search } from './search.ts';

/** A response of the service that does not meet an entry. */
export interface Unmet {
  entry: AssumptionName;
  /** Where in the service's answers it was looked for, by names of keys only. */
  path: string;
  /** The names of the keys that were there, without any value. */
  keys: string[];
}

export interface Assumptions {
  readonly values: AssumptionValues;
  /** Whether a word is one of an entry's, whatever its case. */
  has(entry: ListEntry, word: string): boolean;
  /** What the entry's names lead to, without telling anybody. */
  look<T>(entry: ListEntry, kind: Kind<T>, sample: unknown): Found<T>;
  /**
   * What one of the entry's names leads to; null where there is nothing.
   * @param path where the sample comes from, by names of keys only
   * @throws Problem assumption_unmet where several values could be meant
   */
  find<T>(entry: ListEntry, kind: Kind<T>, sample: unknown, path: string): T | null;
  /** As `find`. @throws Problem assumption_unmet where there is nothing, too */
  need<T>(entry: ListEntry, kind: Kind<T>, sample: unknown, path: string): T;
  /** Tells the operator without stopping anything. */
  report(entry: AssumptionName, path: string, sample?: unknown): void;
  /** Tells the operator and stops. @throws Problem assumption_unmet, 503, always except while examining */
  unmet(entry: AssumptionName, path: string, sample?: unknown): void;
}

/** @param onUnmet called each time; the second argument is true the first time for this entry and path */
export function createAssumptions(
  values: AssumptionValues,
  onUnmet: (unmet: Unmet, isFirst: boolean) => void = () => {},
): Assumptions {
  const reported = new Set<string>();
  return reader(values, {
    report(unmet) {
      const { entry, path } = unmet;
      const isFirst = !reported.has(`${entry} ${path}`);
      reported.add(`${entry} ${path}`);
      onUnmet(unmet, isFirst);
    },
    stop(entry) {
      throw new Problem('assumption_unmet', {
        title: `The service responds differently than assumed: see ${entry}.`,
      });
    },
  });
}

/**
 * Every assumption that a sample does not meet, for `doctor` and `certify`: `read` gets assumptions that collect what is
 * unmet and go on with a placeholder, instead of stopping at the first.
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
  { report, stop }: { report: (unmet: Unmet) => void; stop: (entry: AssumptionName) => void },
): Assumptions {
  function unmet(entry: AssumptionName, path: string, sample?: unknown): void {
    report({ entry, path, keys: keysIn(sample) });
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
    report: (entry, path, sample) => report({ entry, path, keys: keysIn(sample) }),
    unmet,
  };
}
