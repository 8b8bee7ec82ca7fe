/** The time zone of a place, from its position. The service sends only the difference to UTC with each time (DISC-39). */
import findTimezone from '@photostructure/tz-lookup';
import type { PlaceView } from '../contract/journey-api/views.ts';

/**
 * Finds the time zone of a place. It is only a name to show: no time is computed with it.
 * @param time a free time of the place in ISO 8601; the zone must agree with its difference to UTC
 * @returns the IANA name; null without a position or a time, or if the zone disagrees with the time
 */
export function placeTimezone(
  { lat, lng }: Pick<PlaceView, 'lat' | 'lng'>,
  time: string | null,
): string | null {
  if (lat === null || lng === null || time === null) return null;
  try {
    const timeZone = findTimezone(lat, lng);
    return offsetAt(timeZone, time) === /(?:Z|[+-]\d{2}:\d{2})$/.exec(time)?.[0] ? timeZone : null;
  } catch {
    return null;
  }
}

/** By time zone: creating one takes thirty times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
}

/** @returns the difference to UTC, such as "-05:00" */
function offsetAt(timeZone: string, time: string): string {
  const name =
    formatIn(timeZone)
      .formatToParts(new Date(time))
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name === 'GMT' ? 'Z' : name.replace('GMT', '');
}
