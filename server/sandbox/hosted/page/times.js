/** Times as a member reads them: in words, at the test location. */
export function timesAt(timeZone) {
  const format = (options) => new Intl.DateTimeFormat('en-US', { timeZone, ...options });
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

const calendar = (options) => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
const dayNames = calendar({ weekday: 'long', month: 'long', day: 'numeric' });
const weekdays = calendar({ weekday: 'short' });
const months = calendar({ month: 'short', day: 'numeric' });

/** A calendar date at the location, which an offered time begins with. */
export function dayOf(time) {
  const date = new Date(`${time.slice(0, 10)}T00:00:00Z`);
  return { name: dayNames.format(date), weekday: weekdays.format(date), short: months.format(date) };
}
