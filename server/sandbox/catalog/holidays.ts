/** Federal holidays of the United States, on which the locations are closed. */
import type { Temporal } from 'temporal-polyfill';

/** Month and day. */
const fixed = new Set(['1-1', '6-19', '7-4', '11-11', '12-25']);
const monday = 1;
const thursday = 4;
/** By month: the day of the week, and which of that month. */
const floating: Record<number, readonly [dayOfWeek: number, nth: number]> = {
  1: [monday, 3],
  2: [monday, 3],
  9: [monday, 1],
  10: [monday, 2],
  11: [thursday, 4],
};

/** Whether a date is a US federal holiday. The weekday that observes a weekend holiday does not count. */
export function isHoliday({ month, day, dayOfWeek, daysInMonth }: Temporal.PlainDate): boolean {
  if (fixed.has(`${month}-${day}`)) return true;
  const isMemorialDay = month === 5 && dayOfWeek === monday && day + 7 > daysInMonth;
  const [wanted, nth] = floating[month] ?? [];
  return isMemorialDay || (dayOfWeek === wanted && Math.ceil(day / 7) === nth);
}
