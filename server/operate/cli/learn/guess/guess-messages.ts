/** Guesses the names of the hosted page's messages, and the keys of their name and height (GAP-99). */
import type { AssumptionValues } from '../../../../upstream/assumptions/schema.ts';
import { type Guess, type Guesses, onlyOne, sure, unsure } from './guess.ts';
import { leavesOf, textsOf } from './leaves.ts';

type Kind = keyof AssumptionValues['embed']['types'];
const kinds: Kind[] = ['ready', 'resize', 'complete', 'return', 'profile', 'exit', 'error'];

/** The last word of a message's name: `ready` for `service.embed.ready`, `vendor:READY` or `on_ready`. */
const lastPart = (word: string) =>
  word
    .split(/[^A-Za-z]+/)
    .filter(Boolean)
    .at(-1)
    ?.toLowerCase() ?? '';

/**
 * Guesses the names in the messages of the hosted page.
 * @param messages the messages that a framed page posted by itself
 */
export function guessMessages(messages: readonly unknown[]): Guesses {
  const names = new Map<string, string[]>();
  for (const message of messages)
    for (const [name, [word]] of textsOf([message]))
      if (word !== undefined && kinds.some((kind) => kind === lastPart(word)))
        names.set(name, [...(names.get(name) ?? []), word]);
  const everywhere = [...names].filter(([, found]) => found.length === messages.length);
  const words = everywhere.length === 1 ? (everywhere[0]?.[1] ?? []) : [];
  const wordFor = (kind: Kind): Guess => {
    const found = [...new Set(words.filter((word) => lastPart(word) === kind))];
    return found.length > 0 ? sure(...found) : unsure([]);
  };
  const isResize = (message: unknown) =>
    [...textsOf([message]).values()].flat().some((word) => lastPart(word) === 'resize');
  const numbersIn = (some: readonly unknown[]) =>
    some.flatMap((message) =>
      [...leavesOf([message])].flatMap(([name, [value]]) =>
        typeof value === 'number' && value > 0 ? [name] : [],
      ),
    );
  const others = numbersIn(messages.filter((message) => !isResize(message)));
  const numbers = numbersIn(messages.filter(isResize)).filter((name) => !others.includes(name));
  return {
    'embed.typeKeys': () => onlyOne(everywhere.map(([name]) => name)),
    'embed.heightKeys': () => onlyOne([...new Set(numbers)]),
    ...Object.fromEntries(kinds.map((kind) => [`embed.types.${kind}`, () => wordFor(kind)])),
  };
}
