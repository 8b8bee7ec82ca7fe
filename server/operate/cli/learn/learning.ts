/**
 * Compares samples of responses with the assumptions through the server's own readers, and builds the assumptions file
 * that resolves the differences. A guess is adopted only if the reader then succeeds, and applies to the rest of the
 * run.
 */
import { type Assumptions, examine, type Unmet } from '../../../upstream/assumptions/assumptions.ts';
import {
  type AssumptionName,
  type AssumptionValues,
  assumptionsFile,
} from '../../../upstream/assumptions/schema.ts';
import { type Guess, type Guesses, unsure } from './guess/guess.ts';

type Read = (assumptions: Assumptions) => unknown;

/** Collects what the samples of a run show about the assumptions. */
export interface Learning {
  /** The current values: defaults, the operator's file and the adopted guesses. */
  values(): AssumptionValues;
  /**
   * Compares one sample and reports each entry that is not met.
   * @param read reads the sample as the server does
   * @param guesses guesses from the sample, for entries that are not met
   */
  compare(what: string, read: Read, guesses?: Guesses): void;
  /**
   * Records a difference, once.
   * @param how names, types, statuses and words of forms and templates; never a secret, an id or an address
   * @param advice what the operator should do next
   */
  differs(what: string, how: string, advice: string): void;
  /** Records how a response differs from the specification that the server can read, once. */
  notes(what: string, how: string): void;
  /** The operator's file with the adopted guesses. */
  file(): object;
  /** Records an entry that a person has to set, although no sample shows it. */
  leaveOpen(entry: AssumptionName): void;
  /** The differences and the notes as the report shows them, and the entries that a person has to set. */
  report(): { differences: string[]; notes: string[]; open: AssumptionName[] };
}

const roundsAtMost = 20;

/**
 * Creates the comparison of samples with the assumptions.
 * @param own the operator's file as parsed and validated JSON
 */
export function createLearning(own: object): Learning {
  let file = own;
  let values = assumptionsFile.parse(own);
  const open = new Set<AssumptionName>();
  const noted = new Set<string>();
  /** By what differs, the samples that show it. */
  const found = new Map<string, Set<string>>();
  function differs(what: string, how: string, advice: string): void {
    const difference = `${how}. ${advice}`;
    found.set(difference, (found.get(difference) ?? new Set()).add(what));
  }

  /** @returns the remaining unmet entries, or null if the names do not resolve this one; then nothing is adopted */
  function adopt({ entry, path }: Unmet, names: string[], read: Read): Unmet[] | null {
    const tried = withNames(file, entry, names);
    const parsed = assumptionsFile.safeParse(tried);
    if (!parsed.success) return null;
    const left = examine(parsed.data, read);
    if (left.some((unmet) => unmet.entry === entry && unmet.path === path)) return null;
    file = tried;
    values = parsed.data;
    return left;
  }

  return {
    values: () => values,
    file: () => file,
    differs,
    notes: (what, how) => void noted.add(`${what}: ${how}`),
    leaveOpen: (entry) => void open.add(entry),
    report: () => ({
      differences: [...found].map(([difference, what]) => `${[...what].join(' and ')}: ${difference}`),
      notes: [...noted],
      open: [...open],
    }),
    compare(what, read, guesses = {}) {
      let unmet = examine(values, read);
      const seen = new Set<string>();
      for (let round = 0; round < roundsAtMost; round++) {
        const next = unmet.find((each) => !seen.has(idOf(each)));
        if (!next) return;
        seen.add(idOf(next));
        const guess = guesses[next.entry]?.() ?? unsure([]);
        const left = guess.isSure ? adopt(next, guess.names, read) : null;
        if (left === null) open.add(next.entry);
        differs(what, inWords(next), adviceFor(next.entry, guess, left !== null));
        unmet = left ?? unmet;
      }
    },
  };
}

const idOf = ({ entry, path }: Unmet) => `${entry} ${path}`;

const inWords = ({ entry, path, keys }: Unmet): string =>
  `${entry} finds nothing at ${path}${keys.length > 0 ? `, where the keys are ${keys.join(', ')}` : ''}`;

function adviceFor(entry: AssumptionName, { names, hint, found }: Guess, isAdopted: boolean): string {
  const quoted = names
    .map((name) => [`"${name}"`, found?.has(name) ? ` (${found.get(name)})` : ''].join(''))
    .join(', ');
  if (isAdopted) return `Set ${entry}: the file adds ${quoted}.`;
  if (names.length === 0) return `Set ${entry}: there is no candidate, so ask onboarding.`;
  return [`Set ${entry}: a person has to choose among ${quoted}.`, hint].filter(Boolean).join(' ');
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Adds names to an entry of an assumptions file that an operator wrote.
 * @param file parsed JSON; stays unchanged
 * @returns a copy in which the new names come first; the names that the entry already lists are kept
 */
function withNames(file: object, entry: AssumptionName, names: readonly string[]): object {
  const [head = '', ...rest] = entry.split('.');
  return merged(file as Json, head, rest, names);
}

function merged(node: Json, key: string, rest: string[], names: readonly string[]): Json {
  const value = node[key];
  const [next, ...after] = rest;
  if (next !== undefined) return { ...node, [key]: merged(isObject(value) ? value : {}, next, after, names) };
  if (isObject(value) && Array.isArray(value.replace))
    return { ...node, [key]: { replace: unique(names, value.replace as string[]) } };
  return { ...node, [key]: unique(names, Array.isArray(value) ? (value as string[]) : []) };
}

const unique = (...lists: (readonly string[])[]): string[] => [...new Set(lists.flat())];
