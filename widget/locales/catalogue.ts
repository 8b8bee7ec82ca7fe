/**
 * The message catalogue: every text of the widget by area and key. English is part of the code that shows it. Other
 * languages load on demand.
 */
import { type Message, spoken } from './spoken.ts';

/** The texts of one area by key. */
export type Messages = Readonly<Record<string, Message>>;

/** Places that the catalogue fills itself from the area `words`. A capital makes the first letter a capital. */
export type WordPlace = 'clinic' | 'clinics' | 'Clinic' | 'Clinics';

type PlacesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlacesIn<Rest> : never;
type Values<M extends Message> = M extends string
  ? Exclude<PlacesIn<M>, WordPlace>
  : 'count' | Exclude<PlacesIn<M[keyof M]>, WordPlace>;
type Arguments<M extends Message> = [Values<M>] extends [never]
  ? []
  : [values: { [Name in Values<M>]: Name extends 'count' ? number : string | number }];

type PlaceValues = { readonly count?: number } & Readonly<Record<string, string | number>>;

/** Returns the text of a key in the current language, with its places filled. */
export interface Say<Area extends Messages> {
  <Key extends keyof Area & string>(key: Key, ...values: Arguments<Area[Key]>): string;
  /** The English texts. */
  readonly english: Area;
}

/**
 * Defines an area of the catalogue.
 * @param area the name of the area; `area.key` names a message when a partner replaces it
 * @param english the texts; each has a comment for translators
 * @returns a function that gives the text of a key in the current language
 * @example
 * export const times = catalogue('times', {
 *   heading: 'When would you like to come?',
 *   open: { one: '{count} time', other: '{count} times' },
 * });
 * times('open', { count: 3 }); // "3 times"
 */
export function catalogue<const Area extends Messages>(area: string, english: Area): Say<Area> {
  const say = (key: string, values: PlaceValues = {}): string =>
    fill(spoken.message(area, key) ?? english[key] ?? '', values);
  return Object.assign(say, { english }) as Say<Area>;
}

function fill(message: Message, values: PlaceValues): string {
  const text =
    typeof message === 'string' ? message : (message[spoken.plural(Number(values.count))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (_, place: string) => {
    const value = values[place];
    if (value === undefined) return word(place);
    return typeof value === 'number' ? spoken.number(value) : value;
  });
}

/** The partner's words for what it runs. A translation that does not need them writes its own. */
export const words = catalogue('words', {
  /** One place where tests are made, in the middle of a sentence. */
  clinic: 'clinic',
  /** Several places where tests are made, in the middle of a sentence. */
  clinics: 'clinics',
});

function word(place: string): string {
  const key = place.toLowerCase();
  const text = key === 'clinic' || key === 'clinics' ? words(key) : '';
  return place === key ? text : text.charAt(0).toLocaleUpperCase(spoken.tag) + text.slice(1);
}
