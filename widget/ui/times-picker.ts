/**
 * The control to choose times: a strip of days with times, the day's times by part of day, and the choices so far. It
 * reads the wall time from the strings and returns them unchanged (DISC-39..DISC-42, DISC-46, T01).
 */
import { html, type LitElement, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { chosenList } from './chosen-list.ts';
import { type ChosenTimes, isFull, rankWords, toggled } from './chosen-times.ts';
import { dateLeaf, longDate, longMoment, offsetWords, timeOfDay, wallHour } from './format.ts';
import { itemAfterKey } from './roving.ts';
import type { Words } from './supplied.ts';

export interface OfferedDay {
  date: string;
  times: readonly string[];
}

const partsOfDay = [
  { title: 'Morning', until: 12 },
  { title: 'Afternoon', until: 17 },
  { title: 'Evening', until: 24 },
] as const;

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

  /** @param changed called after each tap on a time */
  constructor(host: LitElement, leastAlternates: 0 | 1, changed: () => void = () => {}) {
    this.#host = host;
    this.#leastAlternates = leastAlternates;
    this.#changed = changed;
    host.addController(this);
  }

  /** Takes the open times. Drops a choice that is not open any more. */
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

  /** @param error replaces the sentence that says what to do next */
  render(error?: Words): TemplateResult {
    const times = this.#days.find(({ date }) => date === this.#date)?.times ?? [];
    return html`${this.#renderDays()} ${this.#renderTimes(times)}
    ${chosenList(this.chosen, this.#leastAlternates, error, (time) => void this.#drop(time))}`;
  }

  #toggle(time: string): void {
    this.#at = time;
    this.chosen = toggled(this.chosen, time);
    this.#changed();
    this.#host.requestUpdate();
  }

  async #drop(time: string): Promise<void> {
    this.#toggle(time);
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector<HTMLElement>('#choices')?.focus();
  }

  #open(date: string): void {
    this.#date = date;
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

  #slide(way: 1 | -1): void {
    const strip = this.#host.renderRoot.querySelector('.strip');
    strip?.scrollBy({ left: way * strip.clientWidth * 0.8, behavior: 'smooth' });
  }

  #renderDays() {
    const slides = html`<div>
      <button class="tertiary" type="button" tabindex="-1" @click=${() => this.#slide(-1)}>
        Earlier<span class="visually-hidden"> days</span>
      </button>
      <button class="tertiary" type="button" tabindex="-1" @click=${() => this.#slide(1)}>
        Later<span class="visually-hidden"> days</span>
      </button>
    </div>`;
    return html`<div>
      <div class="days-head">
        <h3 id="days">Day</h3>
        ${this.#days.length < 5 ? nothing : slides}
      </div>
      <div class="strip" role="listbox" aria-orientation="horizontal" aria-labelledby="days" @keydown=${this.#move}>
        ${this.#days.map((day) => this.#renderDay(day))}
      </div>
    </div>`;
  }

  #renderDay({ date, times }: OfferedDay) {
    const leaf = dateLeaf(date);
    const count = times.length === 1 ? '1 time' : `${times.length} times`;
    const mine = times.filter((time) => this.chosen.includes(time)).length;
    const open = date === this.#date;
    return html`<button
      class="day"
      type="button"
      role="option"
      data-date=${date}
      aria-selected=${open}
      tabindex=${open ? 0 : -1}
      @click=${() => this.#open(date)}
    >
      <span class="visually-hidden">${longDate(date)}, ${count}${mine > 0 ? `, ${mine} chosen` : ''}</span>
      <span class="leaf" aria-hidden="true"
        ><span class="weekday">${leaf.weekday}</span><span class="number figures">${leaf.day}</span
        ><span class="month">${leaf.month}</span></span
      >${mine > 0 ? html`<span class="mine"></span>` : nothing}
    </button>`;
  }

  #renderTimes(times: readonly string[]) {
    const offset = offsetWords(times[0] ?? '');
    const stop = times.includes(this.#at ?? '') ? this.#at : times[0];
    let from = 0;
    return html`<div class="stack" @keydown=${this.#move}>
      <div>
        <h3>${longDate(this.#date ?? '')}</h3>
        <p class="quiet">Times are local to the location${offset === null ? '' : ` (${offset})`}.</p>
      </div>
      ${partsOfDay.map(({ title, until }) => {
        const here = times.filter((time) => (wallHour(time) ?? 0) >= from && (wallHour(time) ?? 0) < until);
        from = until;
        if (here.length === 0) return nothing;
        return html`<div role="group" aria-labelledby="part-${title}">
          <h4 id="part-${title}">${title}</h4>
          <div class="times">${here.map((time) => this.#renderTime(time, time === stop))}</div>
        </div>`;
      })}
    </div>`;
  }

  #renderTime(time: string, reachable: boolean) {
    const rank = this.chosen.indexOf(time);
    const closed = rank < 0 && isFull(this.chosen);
    return html`<button
      class="time figures"
      type="button"
      data-time=${time}
      data-rank=${rank < 0 ? nothing : rank === 0 ? '1st' : `Alt ${rank}`}
      aria-pressed=${rank >= 0}
      aria-disabled=${closed}
      tabindex=${reachable ? 0 : -1}
      aria-label="${longMoment(time)}${rank < 0 ? '' : `, ${rankWords(rank).toLowerCase()}`}"
      @click=${() => this.#toggle(time)}
    >
      ${timeOfDay(time)}
    </button>`;
  }
}
