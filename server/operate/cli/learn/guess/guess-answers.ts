/**
 * Guesses which keys of responses to writes hold fields that the specification does not name, by their values (GAP-26,
 * GAP-59, GAP-86, GAP-94).
 */
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

/** Guesses a key by its value: the first key that holds `known`. Every such key would be correct. */
export const holdersOf = (answer: unknown, known: string): Guess => {
  const [first] = namesWhere(answer, (value) => value === known);
  return first === undefined ? unsure([]) : sure(first);
};

/**
 * Guesses the names in the response to a handoff.
 * @param answer the response
 * @param sent the times and the mode of the request, which the response may repeat
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

/**
 * Guesses the name of a signing secret: one long word that is not an id, a time or an address, and that is not part of
 * the request.
 * @param answer the response to a registration
 * @param sent the body of the request
 */
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

/**
 * Guesses the name of a questionnaire's submission: the key of the object that contains the submission's id.
 * @param read the definition as the appointment's read returns it
 */
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
