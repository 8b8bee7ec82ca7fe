/** Gives the text of a message in the current language, with its placeholders filled. */
import { spoken, type Texts } from './spoken.ts';
import { words } from './words.ts';

/** Placeholders that the catalogue fills itself with the area `words`. A capital makes the first letter a capital. */
type WordPlaceholder = 'clinic' | 'clinics' | 'Clinic' | 'Clinics';

/** The keys of an area: the second part of a name such as `times.heading`. */
type KeyOf<English, Area extends string> = keyof English extends infer Name
  ? Name extends `${Area}.${infer Key}`
    ? Key
    : never
  : never;

/** The placeholders that the note of a message lists, as keys: TypeScript reads a text in JSON only as `string`. */
type PlaceholderOf<English, Name extends string> = Name extends unknown
  ? `@${Name}` extends keyof English
    ? English[`@${Name}`] extends { placeholders: infer Placeholders }
      ? Exclude<keyof Placeholders & string, WordPlaceholder>
      : never
    : never
  : never;

type Arguments<Placeholder extends string> = [Placeholder] extends [never]
  ? []
  : [values: { [Name in Placeholder]: Name extends 'count' ? number : string | number }];

type Values = { readonly count?: number } & Readonly<Record<string, string | number>>;

/** Returns the text of a key in the current language, with its placeholders filled. */
export interface Say<English, Area extends string> {
  <Key extends KeyOf<English, Area>>(
    key: Key,
    ...values: Arguments<PlaceholderOf<English, `${Area}.${Key}`>>
  ): string;
  /** Whether the area has the key. */
  has(key: string): key is KeyOf<English, Area>;
}

/**
 * Makes the messages of one area callable.
 * @param area the first part of their names
 * @param english their English texts by key
 * @returns a function that gives the text of a key in the current language
 * @example
 * const times = catalogue('times', { heading: 'When?', open: '{count, plural, one {{count} time} other {{count} times}}' });
 * times('heading'); // "When?"
 * times('open', { count: 3 }); // "3 times"
 */
export function catalogue<English, Area extends string>(area: Area, english: Texts): Say<English, Area> {
  const say = (key: string, values: Values = {}): string =>
    fill(spoken.message(`${area}.${key}`) ?? english[key] ?? '', values);
  const has = (key: string): boolean => Object.hasOwn(english, key);
  return Object.assign(say, { has }) as unknown as Say<English, Area>;
}

function fill(message: string, values: Values): string {
  // A value such as "9:30 a.m." has the full stop of the sentence already.
  return formOf(message, values.count).replace(/\{(\w+)\}(\.?)/g, (_, name: string, stop: string) => {
    const value = filling(name, values);
    return value.endsWith('.') ? value : value + stop;
  });
}

function filling(name: string, values: Values): string {
  const value = values[name];
  if (value !== undefined) return typeof value === 'number' ? spoken.number(value) : value;
  const key = name.toLowerCase();
  const word = spoken.message(`words.${key}`) ?? words[key] ?? '';
  return name === key ? word : word.charAt(0).toLocaleUpperCase(spoken.tag) + word.slice(1);
}

/** The form of a plural for a count: of `{count, plural, one {{count} time} other {{count} times}}` (ICU MessageFormat). */
function formOf(message: string, count: number | undefined): string {
  if (!message.startsWith('{count,')) return message;
  const forms: Record<string, string> = Object.fromEntries(
    Array.from(message.matchAll(/(\w+)\s*\{((?:[^{}]|\{\w+\})*)\}/g), (form) => form.slice(1)),
  );
  return forms[spoken.plural(Number(count))] ?? forms.other ?? '';
}
