/** A date as three fields, in the order of the language. Each takes a whole pasted date (PRE-06). */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { dates } from '../texts/english.ts';
import { spoken } from '../texts/spoken.ts';
import { latinDigits } from './digits.ts';
import { describedBy, errorLine, optionalMark, whenTyped } from './field.ts';
import type { Words } from './marked-text.ts';

/** The parts of a date as digits, typed or read; '' for a part that is missing. */
export interface DateParts {
  month: string;
  day: string;
  year: string;
}
/** A date without any input. */
export const noDate: DateParts = { month: '', day: '', year: '' };

/** The parts of a date in the order of a language. */
export type DateOrder = readonly (keyof DateParts)[];
/** The order of the United States, in which the testing service writes dates. */
export const usOrder: DateOrder = ['month', 'day', 'year'];

/** @returns the order that a format of a day, a month and a year writes */
export const orderOf = (format: Intl.DateTimeFormat): DateOrder =>
  format
    .formatToParts()
    .map(({ type }) => type)
    .filter((type) => type === 'month' || type === 'day' || type === 'year');
/** @returns the order of the current language */
export const dateOrder = (): DateOrder => orderOf(new Intl.DateTimeFormat(spoken.tag));

const example: DateParts = { month: '3', day: '14', year: '1985' };
/** @returns a date to show in a hint, such as "3 14 1985" */
export const exampleDate = (): string =>
  dateOrder()
    .map((part) => example[part])
    .join(' ');

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Splits a date into its parts: 1985-03-14, 03/14/1985, 3.14.1985, 03141985, "March 14, 1985" or "14 Mar 1985". Names of
 * months are English. It ignores words after the date, and does not check that the date exists: see `checkDate`.
 * @param order whether the month or the day comes first in a date of numbers. A number over 12 is the day. @default the
 *   order of the current language
 * @returns null if the text begins with none of these forms, as in 1985-03-14T00:00
 */
export function readDate(text: string, order: DateOrder = dateOrder()): DateParts | null {
  const [first = '', second = '', third = ''] = latinDigits(text)
    .trim()
    // Digits alone. The first two of a year are no month, so the year is where the other four are a date.
    .replace(/^(\d{4})(0\d|1[0-2])(\d\d)$|^(\d\d)(\d\d)(\d{4})$/, '$1$4-$2$5-$3$6')
    .split(/[^\p{L}\d]+/u);
  const named = [first, second].findIndex((part) => /^\p{L}{3}/u.test(part));
  if (named >= 0 && /^\d{4}$/.test(third)) {
    const month = months.indexOf((named === 0 ? first : second).slice(0, 3).toLowerCase()) + 1;
    const day = Number.parseInt(named === 0 ? second : first, 10);
    return month > 0 && day > 0 ? { month: String(month), day: String(day), year: third } : null;
  }
  if (/^\d{4}$/.test(first) && /^\d{1,2}$/.test(second) && /^\d{1,2}$/.test(third)) {
    // As people type it. The service writes 04.
    return { month: `${Number(second)}`, day: `${Number(third)}`, year: first };
  }
  if (/^\d{1,2}$/.test(first) && /^\d{1,2}$/.test(second) && /^\d{4}$/.test(third)) {
    const isDayFirst =
      order.indexOf('day') < order.indexOf('month') ? Number(second) <= 12 : Number(first) > 12;
    return isDayFirst
      ? { month: second, day: first, year: third }
      : { month: first, day: second, year: third };
  }
  return null;
}

/**
 * Checks that a date exists and lies between 1900 and the date of `today` in the browser's time zone.
 * @param date with Latin digits
 * @param empty the error of an empty date
 * @returns a sentence that says what is wrong; null when it is valid
 */
export function checkDate({ month, day, year }: DateParts, empty: string, today = new Date()): string | null {
  if (month === '' && day === '' && year === '') return empty;
  const isNumber = (text: string) => /^\d+$/.test(text.trim());
  if (!isNumber(month)) return dates('errorMonth');
  if (!isNumber(day)) return dates('errorDay');
  if (!isNumber(year)) return dates('errorYear');
  if (!/^\d{4}$/.test(year.trim())) return dates('errorDigits');
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  at.setUTCFullYear(Number(year));
  if (at.getUTCMonth() !== Number(month) - 1 || at.getUTCDate() !== Number(day)) return dates('errorUnreal');
  if (at.getTime() > Date.UTC(today.getFullYear(), today.getMonth(), today.getDate()))
    return dates('errorFuture');
  return Number(year) < 1900 ? dates('errorOld') : null;
}

/** Counts the whole years from a date of birth to a day, both as YYYY-MM-DD. */
export const ageOf = (born: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0);

const two = (digits: string) => digits.trim().padStart(2, '0');
/** Formats a date as YYYY-MM-DD. It does not check the date: see `checkDate`. */
export const isoDateOf = ({ month, day, year }: DateParts): string =>
  `${year.trim()}-${two(month)}-${two(day)}`;
/** Formats a date as MM/DD/YYYY (PRE-07, T24). It does not check the date: see `checkDate`. */
export const usDateOf = ({ month, day, year }: DateParts): string =>
  `${two(month)}/${two(day)}/${year.trim()}`;

/** The content and callback of the three fields. */
export interface DateOfBirth {
  /** Also the id of its first input, to which an error summary leads. */
  name: string;
  legend: Words;
  value: DateParts;
  error: Words | undefined;
  hint?: Words;
  optional?: boolean;
  /** `off` for any date but a date of birth. @default 'bday' */
  autocomplete?: 'bday' | 'off';
  /** Called with all parts at each change and after a paste. Their digits are Latin. */
  edit: (value: DateParts) => void;
  /** Called when the focus leaves all three fields. */
  leave: () => void;
}

const parts = {
  month: { label: () => dates('month'), autocomplete: 'bday-month' },
  day: { label: () => dates('day'), autocomplete: 'bday-day' },
  year: { label: () => dates('year'), autocomplete: 'bday-year' },
} as const;

/** Draws the three fields of a date of birth. */
export function dateOfBirth(it: DateOfBirth): TemplateResult {
  // A password manager fills all three before the next drawing.
  let date = it.value;
  const edit = (part: Partial<DateParts>) => {
    date = { ...date, ...part };
    it.edit(date);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = readDate(event.clipboardData?.getData('text') ?? '');
    if (pasted === null) return;
    event.preventDefault();
    edit(pasted);
  };
  const leave = (event: FocusEvent) => {
    const left = event.currentTarget as HTMLElement;
    if (!left.contains(event.relatedTarget as Node | null)) it.leave();
  };
  return html`<fieldset
    class="field"
    aria-describedby=${describedBy(it.name, it.hint, it.error)}
    @focusout=${leave}
    @paste=${paste}
  >
    <legend>${it.legend}${optionalMark(it.optional)}</legend>
    ${it.hint === undefined ? nothing : html`<p class="hint" id="${it.name}-hint">${it.hint}</p>`}
    <div class="date-parts">
      ${dateOrder().map((part, index) => {
        const { label, autocomplete } = parts[part];
        const id = index === 0 ? it.name : `${it.name}-${part}`;
        const type = whenTyped(it.value[part], (text) => edit({ [part]: text }));
        return html`<div class=${part}>
          <label for=${id}>${label()}</label>
          <input
            id=${id}
            inputmode="numeric"
            autocomplete=${it.autocomplete === 'off' ? 'off' : autocomplete}
            .value=${live(it.value[part])}
            aria-required=${it.optional ? 'false' : 'true'}
            aria-invalid=${it.error === undefined ? 'false' : 'true'}
            @input=${type}
            @change=${type}
          />
        </div>`;
      })}
    </div>
    ${errorLine(it.name, it.error)}
  </fieldset>`;
}
