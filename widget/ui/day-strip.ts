/** The days with open times as a strip that scrolls sideways. */
import { html, nothing, type TemplateResult } from 'lit';
import { times as say } from '../texts/english.ts';
import type { ChosenTimes } from './chosen-times.ts';
import { lineStart } from './format.ts';
import { monthAndDay, shortWeekday } from './month-grid.ts';

/** A day as `YYYY-MM-DD`, and its open times: slots, as the clinic sent them. */
export interface OfferedDay {
  date: string;
  times: readonly string[];
}

/** The content and callback of the strip. */
export interface DayStrip {
  days: readonly OfferedDay[];
  /** The open day. */
  date: string | null;
  chosen: ChosenTimes;
  open: (date: string) => void;
  /** Takes the keys of the strip. */
  move: (event: KeyboardEvent) => void;
}

/**
 * Draws the strip. The element `#days` of the same root names it. What a day's button shows is also its name, so that
 * it can be called by voice.
 */
export function dayStrip({ days, date: selected, chosen, open, move }: DayStrip): TemplateResult {
  return html`<div class="strip" role="listbox" tabindex="-1" aria-orientation="horizontal" aria-labelledby="days" @keydown=${move}>
    ${days.map(({ date, times }) => {
      const mine = times.filter((time) => chosen.includes(time)).length;
      return html`<button
        class="day offer"
        type="button"
        role="option"
        data-date=${date}
        aria-selected=${date === selected}
        tabindex=${date === selected ? 0 : -1}
        @click=${() => open(date)}
      >
        <span class="weekday">${lineStart(shortWeekday(date))}</span> <span class="date figures">${monthAndDay(date)}</span>
        <span class="count figures">${say('open', { count: times.length })}</span>
        ${
          mine > 0
            ? html`<span class="mine"></span><span class="visually-hidden">(${say('chosenHere', { count: mine })})</span>`
            : nothing
        }
      </button>`;
    })}
  </div>`;
}

/** Draws two buttons that scroll the strip in `root`, for a mouse. */
export function slides(root: ParentNode): TemplateResult {
  const slide = (way: 1 | -1) => {
    const strip = root.querySelector('.strip');
    if (strip === null) return;
    const forward = getComputedStyle(strip).direction === 'rtl' ? -way : way;
    strip.scrollBy({ left: forward * strip.clientWidth * 0.8, behavior: 'smooth' });
  };
  const button = (way: 1 | -1, words: string, name: string) => html`<button
    class="tertiary slide"
    type="button"
    tabindex="-1"
    aria-label=${name}
    @click=${() => slide(way)}
  >
    ${words}
  </button>`;
  return html`${button(-1, say('earlier'), say('earlierDays'))} ${button(1, say('later'), say('laterDays'))}`;
}
