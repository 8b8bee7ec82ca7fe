/**
 * Times, prices and distances as a customer reads them. A slot's wall time is read from the string itself and never
 * through the browser's zone (DISC-40, T01, T03): the parts are formatted as if they were UTC. Each `text` is a date
 * (`YYYY-MM-DD`) or a slot (`2026-11-20T09:30:00-05:00`).
 */
import { formats } from '../texts/english.ts';
import { spoken } from '../texts/spoken.ts';

const shapeOfDate = /^(\d{4})-(\d{2})-(\d{2})/;
const shapeOfTime = /^\d{4}-\d{2}-\d{2}[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?/;

/** Creates a formatter at its first use in a language: each takes milliseconds, and the first step needs none. */
function perLanguage<T>(make: (tag: string) => T): () => T {
  let made: T | undefined;
  let madeFor = '';
  return () => {
    if (made === undefined || madeFor !== spoken.tag) {
      madeFor = spoken.tag;
      made = make(madeFor);
    }
    return made;
  };
}
/**
 * Creates a formatter of wall times, such as a slot's, for `written`.
 * @returns gives the format of the current language, created at its first use
 */
export const formatter = (options: Intl.DateTimeFormatOptions) =>
  perLanguage((tag) => new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }));
const wide = formatter({ weekday: 'long', month: 'long', day: 'numeric' });
const wideWithYear = formatter({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const withYear = formatter({ month: 'long', day: 'numeric', year: 'numeric' });
const short = formatter({ weekday: 'short', month: 'short', day: 'numeric' });
const weekday = formatter({ weekday: 'short' });
const month = formatter({ month: 'short' });
const clock = formatter({ hour: 'numeric', minute: '2-digit' });
const whole = perLanguage((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }));
const hundredths = perLanguage(
  (tag) => new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
const miles = perLanguage(
  (tag) =>
    new Intl.NumberFormat(tag, {
      style: 'unit',
      unit: 'mile',
      unitDisplay: 'long',
      maximumFractionDigits: 1,
    }),
);

function wallInstant(text: string): number | null {
  const date = shapeOfDate.exec(text);
  if (date === null) return null;
  const [, hour = '00', minute = '00'] = shapeOfTime.exec(text) ?? [];
  return Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3]), Number(hour), Number(minute));
}

/** Replaces spaces with no-break spaces: a date or a time never breaks inside. */
export const unbroken = (text: string) => text.replaceAll(/\s/g, '\u00a0');

const staysTogether = /^(?:day|month|minute|dayPeriod)$/;

/** Formats an instant so that no line breaks between a day and its month, or within the time. */
function formatted(format: Intl.DateTimeFormat, at: number): string {
  const parts = format.formatToParts(at);
  const isWhole = (index: number) => staysTogether.test(parts[index]?.type ?? '');
  return parts
    .map(({ value }, index) => (isWhole(index - 1) && isWhole(index + 1) ? unbroken(value) : value))
    .join('');
}

/**
 * Formats the wall time of a text.
 * @param text a date (`YYYY-MM-DD`) or a slot; another text stays as it is
 */
export function written(format: () => Intl.DateTimeFormat, text: string): string {
  const instant = wallInstant(text);
  return instant === null ? text : formatted(format(), instant);
}

/** Formats the date of a date or a slot, such as "Friday, November 20". */
export const longDate = (text: string): string => written(wide, text);
/** Formats a date with its year, such as "Friday, November 20, 2026". */
export const fullDate = (text: string): string => written(wideWithYear, text);
/** Formats a date, such as "November 20, 2026". */
export const dateWithYear = (text: string): string => written(withYear, text);
/** Formats a date, such as "Fri, Nov 20". */
export const shortDate = (text: string): string => unbroken(written(short, text));
/** Formats the wall time of a slot, such as "9:30 AM". */
export const timeOfDay = (text: string): string => written(clock, text);
/** Formats a slot, such as "Friday, November 20, 9:30 AM". */
export const longMoment = (text: string): string =>
  formats('moment', { date: longDate(text), time: timeOfDay(text) });
/** Formats a slot, such as "Fri, Nov 20, 9:30 AM". */
export const shortMoment = (text: string): string =>
  formats('moment', { date: shortDate(text), time: timeOfDay(text) });

/** Makes the first letter of a line a capital: Spanish writes weekdays in small letters. */
export const lineStart = (text: string): string =>
  text.charAt(0).toLocaleUpperCase(spoken.tag) + text.slice(1);

/** @returns the three words of a `dateTile` */
export function tileWords(text: string): { weekday: string; day: string; month: string } {
  return {
    weekday: written(weekday, text),
    day: String(Number(shapeOfDate.exec(text)?.[3] ?? 0)),
    month: written(month, text),
  };
}

/** @returns the hour of the wall time, 0 to 23; null when the string has none */
export function wallHour(text: string): number | null {
  const hour = shapeOfTime.exec(text)?.[1];
  return hour === undefined ? null : Number(hour);
}

/** Formats the offset in a slot, such as "UTC−05:00"; null when it has none. */
export function offsetWords(text: string): string | null {
  const offset = shapeOfTime.exec(text)?.[3];
  if (offset === undefined) return null;
  if (offset === 'Z' || /^[+-]00:?00$/.test(offset)) return 'UTC';
  const digits = offset.slice(1).replace(':', '');
  return `UTC${offset.startsWith('-') ? '\u2212' : '+'}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** @returns today's date in the browser's time zone, in words */
export function today(): string {
  return formatted(new Intl.DateTimeFormat(spoken.tag, { dateStyle: 'long' }), Date.now());
}

/**
 * Formats a price, such as "$149" or "CA$269.50": the sign differs for currencies that share one (DISC-30, T48).
 * @param price.amount in decimal units of the currency
 * @param price.currency ISO 4217; a code that `Intl` refuses follows the amount unchanged
 */
export function priceWords({ amount, currency }: { amount: number; currency: string }): string {
  const style = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
  try {
    const price = new Intl.NumberFormat(spoken.tag, style).format(amount);
    // From right to left, a sign would change sides.
    return spoken.dir === 'rtl' ? `\u2066${price}\u2069` : price;
  } catch {
    return `${amountWords(amount)} ${currency}`;
  }
}

/**
 * Formats an amount without its currency.
 * @param amount in decimal units
 */
export const amountWords = (amount: number): string =>
  (Number.isInteger(amount) ? whole : hundredths)().format(amount);

/**
 * Formats a distance, such as "2.5 miles", rounded to a whole mile from 10 miles on.
 * @param distance in miles
 */
export function distanceWords(distance: number): string {
  if (distance < 0.1) return formats('nearby');
  return miles().format(distance < 10 ? distance : Math.round(distance));
}

/** @returns the percent sign with what the language writes between it and the number */
export const percentSign = (): string =>
  new Intl.NumberFormat(spoken.tag, { style: 'percent' })
    .formatToParts(1)
    .filter(({ type }) => type === 'literal' || type === 'percentSign')
    .map(({ value }) => value)
    .join('');

/** Formats a number with all its digits, such as "1,520" or "1.0432". */
export const exactNumber = (value: number): string =>
  new Intl.NumberFormat(spoken.tag, { maximumFractionDigits: 20 }).format(value);

const hourMs = 3_600_000;

/**
 * How to name a time zone at a moment. Within an hour of a change of its clocks, the name says whether it is summer time
 * or standard time, because one hour comes twice. UTC, which has no generic name, is "UTC".
 * @param at milliseconds since the epoch
 * @param timeZone @default the browser's
 */
export function zoneStyle(at: number, timeZone?: string): 'short' | 'long' | 'longGeneric' {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'long' });
  if (format.resolvedOptions().timeZone === 'UTC') return 'short';
  const nameAt = (ms: number) => format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value;
  return nameAt(at - hourMs) === nameAt(at + hourMs) ? 'longGeneric' : 'long';
}

/**
 * The browser's name of a time zone, such as "Central Time", or "GMT-05:00" for one that has no name.
 * @param zone an IANA name
 * @param at a moment or a slot, whose date decides between names that change
 * @returns null if the browser does not know the zone, or cannot read `at`
 */
export function zoneName(zone: string, at: string): string | null {
  try {
    const ms = Date.parse(at);
    const format = new Intl.DateTimeFormat(spoken.tag, { timeZone: zone, timeZoneName: zoneStyle(ms, zone) });
    return format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? null;
  } catch {
    return null;
  }
}

/** Formats a time zone, such as "Central Time"; one that the browser does not know as its IANA name, with spaces. */
export const zoneWords = (zone: string, at: string): string =>
  zoneName(zone, at) ?? zone.replaceAll('_', ' ');

/**
 * Formats an instant in the browser's time zone, such as "Nov 24, 2026, 9:30 AM Central Time".
 * @param instant ISO 8601; another text stays as it is
 */
export const momentHere = (instant: string): string =>
  Number.isNaN(Date.parse(instant))
    ? instant
    : formatted(
        new Intl.DateTimeFormat(spoken.tag, {
          year: 'numeric',
          month: 'short',
          day: 'numeric',
          hour: 'numeric',
          minute: '2-digit',
          timeZoneName: zoneStyle(Date.parse(instant)),
        }),
        Date.parse(instant),
      );

/** Formats a list, such as "first name, city, and ZIP code". */
export const listWords = (items: readonly string[]): string =>
  new Intl.ListFormat(spoken.tag, { type: 'conjunction' }).format(items);

/** Formats the size of a file, such as "120 kB". */
export const byteWords = (bytes: number): string =>
  new Intl.NumberFormat(spoken.tag, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
    Math.max(1, bytes / 1024),
  );
