/**
 * The control to choose times: the days as a strip or as a month, the day's times by part of day, and the bar of chosen
 * times. It reads the wall time from the strings and returns them unchanged (DISC-39..DISC-42, DISC-46, T01).
 */
import { html, type LitElement, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { times as say } from '../texts/english.ts';
import { chosenBar } from './chosen-bar.ts';
import { type ChosenTimes, choiceWords, isFull, rankWords, toggled } from './chosen-times.ts';
import { dayStrip, type OfferedDay, slides } from './day-strip.ts';
import { lineStart, longDate, longMoment, offsetWords, timeOfDay, wallHour, zoneName } from './format.ts';
import type { Words } from './marked-text.ts';
import { monthGrid } from './month-grid.ts';
import { itemAfterKey } from './roving.ts';

const partsOfDay = [
  { name: 'morning', heading: () => say('morning'), until: 12 },
  { name: 'afternoon', heading: () => say('afternoon'), until: 17 },
  { name: 'evening', heading: () => say('evening'), until: 24 },
] as const;

/** The options that the host sets. */
export interface TimesPickerFrame {
  /** Replaces the sentence that says what to do next. */
  error?: Words | undefined;
  /** The button of the form, in the bar of chosen times. */
  action: unknown;
  /** The IANA name of the clinic's time zone. @default the difference to UTC is shown */
  timezone?: string | null;
}

/** The choice of times in one host. */
export class TimesPicker implements ReactiveController {
  chosen: ChosenTimes = [];

  readonly #host: LitElement;
  readonly #leastAlternates: 0 | 1;
  readonly #changed: () => void;
  #days: readonly OfferedDay[] = [];
  #date: string | null = null;
  /** The time in the tab order: the first of the day until another was focused. */
  #at: string | null = null;
  #slid = false;
  /** Whether the bar shows all chosen times. */
  #isListed = false;
  /** The month on show; null while the days are a strip. */
  #month: string | null = null;
  /** The date in the tab order of the month. */
  #dateAt: string | null = null;

  /**
   * @param leastAlternates how many alternates are required
   * @param changed called after each press on a time, and after each removal in the bar
   */
  constructor(host: LitElement, leastAlternates: 0 | 1, changed: () => void = () => {}) {
    this.#host = host;
    this.#leastAlternates = leastAlternates;
    this.#changed = changed;
    host.addController(this);
  }

  /** Takes the open times. Drops a choice that is not open any more, unless no day is open. */
  offer(days: readonly OfferedDay[]): void {
    this.#days = days;
    const open = new Set(days.flatMap(({ times }) => times));
    if (days.length > 0) this.chosen = this.chosen.filter((time) => open.has(time));
    const first = days.find(({ times }) => times.includes(this.chosen[0] ?? ''));
    if (!days.some(({ date }) => date === this.#date)) this.#date = (first ?? days[0])?.date ?? null;
  }

  /** Scrolls the strip to the open day, without scrolling the page. */
  hostUpdated(): void {
    const strip = this.#slid ? null : this.#host.renderRoot.querySelector<HTMLElement>('.strip');
    const day = strip?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!strip || !day) return;
    this.#slid = true;
    strip.scrollLeft = day.offsetLeft - strip.offsetLeft - 4;
  }

  /** Draws the control. */
  render({ error, action, timezone = null }: TimesPickerFrame): TemplateResult {
    const times = this.#days.find(({ date }) => date === this.#date)?.times ?? [];
    return html`${this.#renderDays()} ${this.#renderTimes(times, timezone)}
    ${chosenBar({
      chosen: this.chosen,
      leastAlternates: this.#leastAlternates,
      error,
      isOpen: this.#isListed,
      toggle: () => this.#toggleList(),
      drop: (time) => void this.#drop(time),
      action,
    })}`;
  }

  #toggle(time: string): void {
    this.#at = time;
    this.chosen = toggled(this.chosen, time);
    this.#changed();
    this.#host.requestUpdate();
  }

  #toggleList(): void {
    this.#isListed = !this.#isListed;
    this.#host.requestUpdate();
  }

  async #drop(time: string): Promise<void> {
    this.#toggle(time);
    await this.#host.updateComplete;
    this.#host.renderRoot
      .querySelector<HTMLElement>(this.chosen.length > 0 ? '.summary' : '#choices')
      ?.focus();
  }

  #open(date: string): void {
    this.#date = date;
    this.#dateAt = date;
    this.#at = null;
    this.#host.requestUpdate();
  }

  readonly #move = (event: KeyboardEvent): void => {
    const from = event.target as HTMLElement;
    const items = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('button')];
    const next = items.includes(from) ? itemAfterKey(event.key, items, from) : null;
    if (next === null) return;
    event.preventDefault();
    next.focus();
    const { date, time } = next.dataset;
    if (date !== undefined) this.#open(date);
    if (time !== undefined) this.#at = time;
    this.#host.requestUpdate();
  };

  #switchView(): void {
    this.#slid = false;
    this.#dateAt = this.#date;
    this.#month = this.#month === null ? (this.#date?.slice(0, 7) ?? null) : null;
    this.#host.requestUpdate();
  }

  async #goInMonth(month: string, date: string | null): Promise<void> {
    this.#month = month;
    this.#dateAt = date;
    this.#host.requestUpdate();
    if (date === null) return;
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector<HTMLElement>(`.month [data-date="${date}"]`)?.focus();
  }

  #renderDays() {
    const isStrip = this.#month === null;
    return html`<div>
      <div class="days-head">
        <h3 id="days">${say('days')}</h3>
        <div>
          ${isStrip && this.#days.length > 4 ? slides(this.#host.renderRoot) : nothing}
          <button class="tertiary" type="button" @click=${() => this.#switchView()}>
            ${say(isStrip ? 'showMonth' : 'showDays')}
          </button>
        </div>
      </div>
      ${isStrip ? this.#renderStrip() : this.#renderMonth(this.#month ?? '')}
    </div>`;
  }

  #renderStrip() {
    return dayStrip({
      days: this.#days,
      date: this.#date,
      chosen: this.chosen,
      open: (date) => this.#open(date),
      move: this.#move,
    });
  }

  #renderMonth(month: string) {
    const open = new Map(this.#days.map(({ date, times }) => [date, times.length]));
    const inMonth = [...open.keys()].filter((date) => date.startsWith(month));
    const chosen = new Set(
      this.#days
        .filter(({ times }) => times.some((time) => this.chosen.includes(time)))
        .map(({ date }) => date),
    );
    const wanted = this.#dateAt ?? this.#date ?? '';
    return monthGrid({
      month,
      open,
      selected: this.#date,
      at: wanted.startsWith(month) ? wanted : (inMonth[0] ?? `${month}-01`),
      isChosen: (date) => chosen.has(date),
      select: (date) => this.#open(date),
      go: (to, date) => void this.#goInMonth(to, date),
    });
  }

  #renderTimes(times: readonly string[], timezone: string | null) {
    const stop = times.includes(this.#at ?? '') ? this.#at : times[0];
    let from = 0;
    return html`<div class="stack" @keydown=${this.#move}>
      <div>
        <h3>${lineStart(longDate(this.#date ?? ''))}</h3>
        <p class="quiet">${zoneSentence(timezone, times[0] ?? '')}</p>
      </div>
      ${partsOfDay.map(({ name, heading, until }) => {
        const here = times.filter((time) => (wallHour(time) ?? 0) >= from && (wallHour(time) ?? 0) < until);
        from = until;
        if (here.length === 0) return nothing;
        return html`<div role="group" aria-labelledby="part-${name}">
          <h4 id="part-${name}">${heading()}</h4>
          <div class="times">${here.map((time) => this.#renderTime(time, time === stop))}</div>
        </div>`;
      })}
    </div>`;
  }

  #renderTime(time: string, reachable: boolean) {
    const rank = this.chosen.indexOf(time);
    const closed = rank < 0 && isFull(this.chosen);
    const name = longMoment(time);
    return html`<button
      class="time figures offer"
      type="button"
      data-time=${time}
      data-rank=${rank < 0 ? nothing : rankWords(rank)}
      aria-pressed=${rank >= 0}
      aria-disabled=${closed}
      tabindex=${reachable ? 0 : -1}
      aria-label=${rank < 0 ? name : say('timeChosen', { time: name, choice: choiceWords(rank) })}
      @click=${() => this.#toggle(time)}
    >
      ${timeOfDay(time)}
    </button>`;
  }
}

function zoneSentence(timezone: string | null, time: string): string {
  // At noon, because the clocks change at night and the sentence is about the whole day.
  const zone = timezone === null ? null : zoneName(timezone, `${time.slice(0, 10)}T12:00Z`);
  if (zone !== null && !/^(?:GMT|UTC)/.test(zone)) return say('zone', { zone });
  const offset = offsetWords(time);
  return offset === null ? say('zoneLocal') : say('zoneOffset', { offset });
}
