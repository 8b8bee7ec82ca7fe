/** A time as the clock at its place shows it, as "Tue, Dec 8, 9:30 AM": read from the text, never converted. */
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
