/** Times in words, at the test location. */

/** Formats ISO 8601 times for one location. */
export interface Times {
  /** "Tuesday, December 8 at 9:30 AM" */
  whole(time: string): string;
  /** "Tue, Dec 8, 9:30 AM", for a field on a phone. */
  short(time: string): string;
  /** "Eastern Time" */
  zone(): string;
}

/**
 * Creates the formats of times at a location.
 * @param timeZone IANA name of the location's time zone
 */
export function timesAt(timeZone: string): Times {
  const format = (length: 'long' | 'short') =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: length,
      month: length,
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    });
  const whole = format('long');
  const short = format('short');
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' });
  return {
    whole: (time) => whole.format(new Date(time)),
    short: (time) => short.format(new Date(time)),
    zone: () => zone.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
  };
}
