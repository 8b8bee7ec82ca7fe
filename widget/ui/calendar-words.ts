/**
 * The words of calendars: weekdays and months, in the current language. Each `text` is a date
 * (`YYYY-MM-DD`) or a slot, whose wall time counts.
 */
import { spoken } from '../locales/spoken.ts';
import { formatter, unbroken, written } from './format.ts';

const weekday = formatter({ weekday: 'short' });
const longWeekday = formatter({ weekday: 'long' });
const monthDay = formatter({ month: 'short', day: 'numeric' });
const monthYear = formatter({ month: 'long', year: 'numeric' });

/** Formats the month and the day, such as "Nov 20". */
export const monthAndDay = (text: string): string => unbroken(written(monthDay, text));
/** Formats the month of a date, such as "November 2026". */
export const monthAndYear = (text: string): string => written(monthYear, text);
/** Formats the weekday of a date, such as "Fri". */
export const shortWeekday = (text: string): string => written(weekday, text);

/** @returns the first day of the week, 0 for Sunday; Sunday if the browser does not know it */
export function firstWeekday(): number {
  const week = new Intl.Locale(spoken.tag) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return (week.getWeekInfo?.().firstDay ?? 7) % 7;
}

/** @returns the names of the weekdays from the first of the week, such as "Sun" and "Sunday" */
export function weekdayNames(): { short: string; long: string }[] {
  // 1 February 1970 was a Sunday.
  const dates = Array.from({ length: 7 }, (_, index) => `1970-02-0${1 + ((index + firstWeekday()) % 7)}`);
  return dates.map((date) => ({ short: written(weekday, date), long: written(longWeekday, date) }));
}
