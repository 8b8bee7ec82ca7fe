/** Formats times in the location's own time zone: reads the local time from the text instead of converting it. Copy as it is. */

/** Formats the day of a time of the service, such as "Tuesday, December 8". */
export function dayInWords(time: string): string {
  const day = new Date(`${time.slice(0, 10)}T00:00:00Z`);
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(day);
}

/** Formats a time of the service, such as "Tue, Dec 8, 9:30 AM". */
export function timeInWords(time: string): string {
  const wall = new Date(`${time.slice(0, 16)}:00Z`);
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(wall);
}
