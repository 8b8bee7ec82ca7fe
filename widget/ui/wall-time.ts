/**
 * An absolute instant as the wall clock of the location shows it (APT-19, T03). Slots are the opposite case: their wall
 * time is in the string itself (ui/format.ts).
 */
import { formats as say } from '../texts/english.ts';
import { fullDate, timeOfDay, zoneWords } from './format.ts';

const formats = new Map<string, Intl.DateTimeFormat | null>();

function formatIn(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  let made: Intl.DateTimeFormat | null = null;
  try {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  } catch {
    // This browser does not know the zone.
  }
  formats.set(zone, made);
  return made;
}

/** An instant as the wall clock of a zone shows it. */
export interface WallTime {
  /** `2026-11-20T09:30`, formatted like a slot. */
  text: string;
  /** The zone of the time: the requested one, or UTC when the browser does not know it. */
  zone: string;
}

/** @returns the wall time of an ISO 8601 instant in an IANA zone; null when the text is not an instant */
export function wallTime(instant: string, zone: string): WallTime | null {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return null;
  const format = formatIn(zone);
  if (format === null) return { text: new Date(at).toISOString().slice(0, 16), zone: 'UTC' };
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { text: `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}`, zone };
}

/**
 * Formats an instant on the clock of a zone, such as "Friday, November 20, 2026, 9:30 AM (Central Time)".
 * @param instant ISO 8601
 * @param zone an IANA name; UTC when the browser does not know it
 * @returns null when `instant` is not an instant
 */
export function momentIn(instant: string, zone: string): string | null {
  const at = wallTime(instant, zone);
  if (at === null) return null;
  return `${say('moment', { date: fullDate(at.text), time: timeOfDay(at.text) })} (${zoneWords(at.zone, instant)})`;
}
