/** Guesses where the answers to writes have what the specification does not show: each by the value that it must have (GAP-26, GAP-59, GAP-86, GAP-94). */
import { type Guess, type Guesses, onlyOne, sure, unsure } from './guess.ts';
import { type Leaf, leavesOf } from './leaves.ts';

const namesWhere = (answer: unknown, fits: (value: Leaf, name: string) => boolean): string[] =>
  [...leavesOf([answer])]
    .filter(([name, [value]]) => value !== undefined && fits(value, name))
    .map(([name]) => name);

const isText = (value: Leaf): value is string => typeof value === 'string';
const isAddress = (value: Leaf) => isText(value) && /^https?:/.test(value) && URL.canParse(value);
const isTime = (value: Leaf) =>
  isText(value) && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));
const isUuid = (value: Leaf) => isText(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

/** Whichever keys have the value that is known: all of them are right. */
export const holdersOf = (answer: unknown, known: string): Guess => {
  const [first] = namesWhere(answer, (value) => value === known);
  return first === undefined ? unsure([]) : sure(first);
};

/**
 * @param answer to a handoff
 * @param sent the times and the mode that the request named, which may come back
 */
export function guessHandoff(answer: unknown, sent: { times: readonly string[]; mode: string }): Guesses {
  const later = (value: Leaf) =>
    isTime(value) && Date.parse(String(value)) > Date.now() && !sent.times.includes(String(value));
  return {
    'handoff.urlKeys': () => onlyOne(namesWhere(answer, isAddress)),
    'handoff.expiryKeys': () => onlyOne(namesWhere(answer, later)),
    'handoff.modeKeys': () => holdersOf(answer, sent.mode),
  };
}

/** A secret is one long word that is no id, no time and no address, and that the request did not send. */
export function guessSecret(answer: unknown, sent: object): Guesses {
  const known = new Set([...leavesOf([sent]).values()].flat().map(String));
  const fits = (value: Leaf) =>
    isText(value) &&
    /^\S{16,}$/.test(value) &&
    !isUuid(value) &&
    !isTime(value) &&
    !isAddress(value) &&
    !known.has(value);
  return { 'webhook.secretKeys': () => onlyOne(namesWhere(answer, fits)) };
}

/** The key whose object has the submission's own id. */
export function guessSubmission(read: Record<string, unknown>, submissionId: string): Guesses {
  const holders = (node: unknown, path: string[]): string[] => {
    if (typeof node !== 'object' || node === null) return [];
    const isHolder = path.length > 0 && Object.values(node).includes(submissionId);
    const inner = Object.entries(node).flatMap(([key, value]) =>
      holders(value, Array.isArray(node) ? path : [...path, key]),
    );
    return isHolder ? [path.at(-1) ?? '', ...inner] : inner;
  };
  const { content: _, ...beside } = read;
  return { 'questionnaire.submissionKeys': () => onlyOne([...new Set(holders(beside, []))]) };
}
