/** Times in words, at the test location. */

/** Formats ISO 8601 times for one location. */
export interface Times {
  /** "Tuesday, December 8 at 9:30 AM" */
  whole(time: string): string;
  /** "9:30 AM" */
  clock(time: string): string;
  part(time: string): PartOfDay;
  /** "Eastern Time" */
  zone(): string;
}

/** The groups in which the page shows the times of a day. */
export const partsOfDay = ['Morning', 'Afternoon', 'Evening'] as const;
type PartOfDay = (typeof partsOfDay)[number];

/**
 * Creates the formats of times at a location.
 * @param timeZone IANA name of the location's time zone
 */
export function timesAt(timeZone: string): Times {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options });
  const whole = format({
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  const clock = format({ hour: 'numeric', minute: '2-digit' });
  const hour = format({ hour: 'numeric', hourCycle: 'h23' });
  const zone = format({ timeZoneName: 'longGeneric' });
  return {
    whole: (time) => whole.format(new Date(time)),
    clock: (time) => clock.format(new Date(time)),
    part(time) {
      const at = Number(hour.format(new Date(time)));
      return at < 12 ? 'Morning' : at < 17 ? 'Afternoon' : 'Evening';
    },
    zone: () => zone.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
  };
}

const calendar = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
const dayNames = calendar({ weekday: 'long', month: 'long', day: 'numeric' });
const weekdays = calendar({ weekday: 'short' });
const months = calendar({ month: 'short', day: 'numeric' });

/** Reads the calendar date at the location, `YYYY-MM-DD`: an offered time begins with it. */
export function dateOf(time: string): string {
  return time.slice(0, 10);
}

/** Formats a calendar date, `YYYY-MM-DD`, in three lengths. */
export function dayNamesOf(date: string): { name: string; weekday: string; short: string } {
  const day = new Date(`${date}T00:00:00Z`);
  return { name: dayNames.format(day), weekday: weekdays.format(day), short: months.format(day) };
}
