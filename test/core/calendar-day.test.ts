/** The day at a time, where the clock of the server shows another one, and the age of a person on a day. */
import { expect, it } from 'vitest';
import { ageOn, dayAt, dayAtLocation } from '../../server/core/calendar-day.ts';

const lateAtNewYear = Date.parse('2026-01-01T02:30:00Z');

it.each([
  ['America/New_York', '2025-12-31'],
  ['Pacific/Kiritimati', '2026-01-01'],
  ['Mars/Olympus', '2026-01-01'],
  [null, '2026-01-01'],
])('finds the day in %s', (zone, day) => {
  expect(dayAt(lateAtNewYear, zone)).toBe(day);
});

it.each([
  ['2026-01-05T09:00:00-02:31', '2025-12-31'],
  ['2026-01-05T09:00:00-0230', '2026-01-01'],
  ['2026-01-05T09:00:00+14:00', '2026-01-01'],
  ['2026-01-05T09:00:00Z', '2026-01-01'],
  [undefined, '2026-01-01'],
])('finds the day at a location of which a time is %s', (time, day) => {
  expect(dayAtLocation(lateAtNewYear, time)).toBe(day);
});

it.each([
  ['the day before the birthday', '2010-06-15', 15],
  ['the birthday', '2010-06-14', 16],
  ['the first day of the year', '2010-12-31', 15],
])('counts whole years on %s', (_, born, years) => {
  expect(ageOn(born, '2026-06-14')).toBe(years);
});

it('has the birthday of a leap day on the first of March', () => {
  expect([ageOn('2008-02-29', '2026-02-28'), ageOn('2008-02-29', '2026-03-01')]).toEqual([17, 18]);
});
