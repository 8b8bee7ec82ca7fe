/** A month of days as a grid, by the date picker pattern of the ARIA Authoring Practices. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { times } from '../texts/english.ts';
import { spoken } from '../texts/spoken.ts';
import { formatter, longDate, unbroken, written } from './format.ts';
import { icon } from './icon.ts';

/** The `.month` of `monthGrid`. */
export const monthGridStyles = css`
  .month-head {
    display: grid;
    grid-template-columns: 48px minmax(0, 1fr) 48px;
    align-items: center;
    text-align: center;
  }
  .month-head button {
    padding: 0;
  }
  .month-head > :not(button) {
    margin: 0;
    font-size: var(--_dx-size);
    color: var(--_text);
  }
  .month {
    inline-size: 100%;
    max-inline-size: 440px;
    border-collapse: separate;
    border-spacing: 4px;
    table-layout: fixed;
    text-align: center;
  }
  .month th {
    font-size: calc(var(--_dx-size) * 0.875);
    font-weight: 400;
    line-height: 1.43;
    color: var(--_quiet);
    overflow-wrap: normal;
  }
  .month td {
    padding: 0;
  }
  .month button {
    display: inline-block;
    position: relative;
    inline-size: 100%;
    min-block-size: 44px;
    padding: 0;
  }
  .month .mine {
    inset-block-start: 4px;
    inset-inline-end: 4px;
  }
  .month button[aria-disabled='true'],
  .month button[aria-disabled='true']:hover {
    border-color: transparent;
    background: none;
    color: var(--_quiet);
    font-weight: 400;
  }
  .month [aria-selected='true'] > button {
    border-color: var(--_accent);
    background: var(--_tint);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  @media (forced-colors: active) {
    .month button[aria-disabled='true'] {
      color: GrayText;
    }
    .month [aria-selected='true'] > button {
      outline: 2px solid Highlight;
      outline-offset: -3px;
    }
  }
`;

const dayMs = 86_400_000;
const dateAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const msOf = (date: string) => Date.parse(`${date}T00:00:00Z`);
const monthOf = (date: string) => date.slice(0, 7);
const monthAfter = (month: string, by: number) => {
  const [year = 0, index = 1] = month.split('-').map(Number);
  return dateAt(Date.UTC(year, index - 1 + by, 1)).slice(0, 7);
};

/** The content and callbacks of the grid. Dates are `YYYY-MM-DD`, months `YYYY-MM`. */
export interface MonthGrid {
  month: string;
  /** How many open times a date has, by date, in order. */
  open: ReadonlyMap<string, number>;
  /** The date whose times are shown. */
  selected: string | null;
  /** The date in the tab order. */
  at: string | null;
  /** Whether one of the date's times is chosen. */
  isChosen: (date: string) => boolean;
  select: (date: string) => void;
  /** Moves the focus to a date, or with null only shows the month. */
  go: (month: string, date: string | null) => void;
}

/** Draws the month with a button for each day. */
export function monthGrid(it: MonthGrid): TemplateResult {
  const { month, open, go } = it;
  const dates = [...open.keys()];
  const first = monthOf(dates[0] ?? month);
  const last = monthOf(dates.at(-1) ?? month);
  const turn = (by: 1 | -1, words: string) => {
    const to = monthAfter(month, by);
    const isOut = to < first || to > last;
    return html`<button
      class="tertiary"
      type="button"
      aria-label=${words}
      aria-disabled=${isOut}
      @click=${() => isOut || go(to, null)}
    >
      ${icon(by < 0 ? 'back' : 'forward')}
    </button>`;
  };
  return html`<div>
    <div class="month-head">
      ${turn(-1, times('monthBefore'))}
      <h4 id="month" aria-live="polite">${monthAndYear(`${month}-01`)}</h4>
      ${turn(1, times('monthAfter'))}
    </div>
    <table class="month" role="grid" aria-labelledby="month" @keydown=${(event: KeyboardEvent) => move(event, it)}>
      <thead>
        <tr>
          ${weekdayNames().map(({ short, long }) => html`<th scope="col" abbr=${long}>${short}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${weeksOf(month).map((week) => html`<tr>${week.map((date) => day(date, it))}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

function day(date: string, { month, open, selected, at, isChosen, select }: MonthGrid) {
  if (monthOf(date) !== month) return html`<td></td>`;
  const count = open.get(date) ?? 0;
  const name =
    count === 0
      ? times('dayClosed', { date: longDate(date) })
      : times('dayOpen', { date: longDate(date), open: times('open', { count }) });
  return html`<td role="gridcell" aria-selected=${date === selected}>
    <button
      type="button"
      class="figures offer"
      data-date=${date}
      aria-label=${name}
      aria-disabled=${count === 0}
      tabindex=${date === at ? 0 : -1}
      @click=${() => count > 0 && select(date)}
    >
      ${Number(date.slice(8))}${isChosen(date) ? html`<span class="mine"></span>` : nothing}
    </button>
  </td>`;
}

/** The column of a day, from 0. */
const column = (ms: number) => (new Date(ms).getUTCDay() - firstWeekday() + 7) % 7;

/** @returns the weeks that a month touches, each with seven dates */
function weeksOf(month: string): string[][] {
  const first = msOf(`${month}-01`);
  const start = first - column(first) * dayMs;
  const weeks: string[][] = [];
  for (let week = start; monthOf(dateAt(week)) <= month; week += 7 * dayMs)
    weeks.push(Array.from({ length: 7 }, (_, index) => dateAt(week + index * dayMs)));
  return weeks;
}

/** Arrows move by days and weeks, Home and End in the week, Page Up and Page Down by months. */
function move(event: KeyboardEvent, { open, go }: MonthGrid): void {
  const from = (event.target as HTMLElement).dataset.date;
  if (from === undefined) return;
  const forward = getComputedStyle(event.target as HTMLElement).direction === 'rtl' ? -1 : 1;
  const weekday = column(msOf(from));
  const days: Record<string, number> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: 7,
    ArrowUp: -7,
    Home: -weekday,
    End: 6 - weekday,
  };
  const by = days[event.key];
  const dates = [...open.keys()];
  const firstMonth = monthOf(dates[0] ?? from);
  const lastMonth = monthOf(dates.at(-1) ?? from);
  const to =
    by !== undefined
      ? dateAt(msOf(from) + by * dayMs)
      : event.key === 'PageUp' || event.key === 'PageDown'
        ? sameDay(from, event.key === 'PageUp' ? -1 : 1)
        : null;
  if (to === null) return;
  event.preventDefault();
  if (monthOf(to) >= firstMonth && monthOf(to) <= lastMonth) go(monthOf(to), to);
}

/** The same day of another month, or its last day. */
function sameDay(date: string, by: 1 | -1): string {
  const month = monthAfter(monthOf(date), by);
  const last = dateAt(msOf(`${monthAfter(month, 1)}-01`) - dayMs);
  const same = `${month}-${date.slice(8)}`;
  return same < last ? same : last;
}

const weekday = formatter({ weekday: 'short' });
const letter = formatter({ weekday: 'narrow' });
const longWeekday = formatter({ weekday: 'long' });
const monthDay = formatter({ month: 'short', day: 'numeric' });
const monthYear = formatter({ month: 'long', year: 'numeric' });

/**
 * Formats the month and the day in the current language, such as "Nov 20". Each `text` is a date (`YYYY-MM-DD`) or a slot,
 * whose wall time counts.
 */
export const monthAndDay = (text: string): string => unbroken(written(monthDay, text));
/** Formats the month of a date, such as "November 2026". */
const monthAndYear = (text: string): string => written(monthYear, text);
/** Formats the weekday of a date, such as "Fri". */
export const shortWeekday = (text: string): string => written(weekday, text);

/** @returns the first day of the week, 0 for Sunday; Sunday if the browser does not know it */
function firstWeekday(): number {
  const week = new Intl.Locale(spoken.tag) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return (week.getWeekInfo?.().firstDay ?? 7) % 7;
}

/**
 * @returns the names of the weekdays from the first of the week, such as "Sun" and "Sunday". Where the short names are
 *   whole words, as in Arabic, they are letters: a column is narrower than the word.
 */
function weekdayNames(): { short: string; long: string }[] {
  // 1 February 1970 was a Sunday.
  const dates = Array.from({ length: 7 }, (_, index) => `1970-02-0${1 + ((index + firstWeekday()) % 7)}`);
  return dates.map((date) => {
    const [short, long] = [written(weekday, date), written(longWeekday, date)];
    return { short: short === long ? written(letter, date) : short, long };
  });
}
