/** A time as its place's wall clock shows it: read off the text, never moved into another zone. */
export function whole(time: string): string {
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
