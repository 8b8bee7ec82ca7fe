/** Calendar days, as YYYY-MM-DD. */

/**
 * Finds the day at a time in a zone.
 * @param atMs milliseconds since the epoch
 * @param timeZone IANA name. UTC takes the place of a zone that is null or not known here
 */
export function dayAt(atMs: number, timeZone: string | null): string {
  const utc = new Date(atMs).toISOString().slice(0, 10);
  if (timeZone === null) return utc;
  try {
    // Swedish dates are written as in ISO 8601.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(atMs);
  } catch {
    return utc;
  }
}

/**
 * Finds the day at a location, of which one of its times is known.
 * @param atMs milliseconds since the epoch
 * @param time in ISO 8601 with its difference to UTC; another text or undefined gives the day in UTC
 */
export function dayAtLocation(atMs: number, time = ''): string {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d{2}):?(\d{2})$/.exec(time) ?? [];
  const aheadMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return dayAt(sign === '-' ? atMs - aheadMs : atMs + aheadMs, null);
}

/**
 * Counts the completed years of a person on a day. A person born on a leap day has the birthday on the first of March.
 * @param dateOfBirth YYYY-MM-DD
 * @param day YYYY-MM-DD
 */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}
