import { catalogue } from '../catalogue.ts';

/** A date in three fields. */
export const dates = catalogue('dates', {
  /** Label of the first field. At most 10 letters. */
  month: 'Month',
  /** Label of the second field. At most 10 letters. */
  day: 'Day',
  /** Label of the third field. At most 12 letters. */
  year: 'Year',
  /** Error: the month is not a number. */
  errorMonth: 'Enter the month as a number.',
  /** Error: the day is not a number. */
  errorDay: 'Enter the day as a number.',
  /** Error: the year is not a number. */
  errorYear: 'Enter the year as a number.',
  /** Error: the year has fewer than four digits. */
  errorDigits: 'Enter all four digits of the year.',
  /** Error: there is no such day in this month. */
  errorUnreal: 'This date doesn’t exist. Check the month and the day.',
  /** Error: the date is after today. */
  errorFuture: 'Enter a date in the past.',
  /** Error: the year is before 1900. */
  errorOld: 'Check the year.',
});
