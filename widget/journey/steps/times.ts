/**
 * When: a strip of days that have times, the day's times by part of day, and the choices so far. Wall time is read from
 * the strings, which go back exactly as they came (DISC-39..DISC-42, DISC-46, T01).
 */
import { html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import type { TimesShows } from '../../../server/contract/journey-api/views.ts';
import { define } from '../../ui/define.ts';
import { dateLeaf, longDate, longMoment, offsetWords, timeOfDay, wallHour } from '../../ui/format.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { chosenList } from './chosen-list.ts';
import { type ChosenTimes, isFull, rankWords, toggled } from './chosen-times.ts';
import { FormStep } from './form-step.ts';
import { itemAfterKey } from './roving.ts';
import { timesStyles } from './times-styles.ts';
import { textsOf } from './typed.ts';

const partsOfDay = [
  { title: 'Morning', until: 12 },
  { title: 'Afternoon', until: 17 },
  { title: 'Evening', until: 24 },
] as const;

export class TimesStep extends FormStep<TimesShows> {
  static override styles = [...FormStep.styles, timesStyles];

  @state() private chosenTimes: ChosenTimes = [];
  @state() private date: string | null = null;
  /** The time that can be tabbed to; the first of the day until another was focused. */
  @state() private at: string | null = null;

  protected override enter(): void {
    const typed = textsOf(this.draft, 'times');
    const { chosen } = this.shows;
    this.chosenTimes = typed.length > 0 || chosen === null ? typed : [chosen.primary, ...chosen.alternates];
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (!changed.has('shows')) return;
    const dates = this.shows.dates ?? [];
    const open = new Set(dates.flatMap(({ times }) => times));
    if (dates.length > 0) this.chosenTimes = this.chosenTimes.filter((time) => open.has(time));
    const first = dates.find(({ times }) => times.includes(this.chosenTimes[0] ?? ''));
    if (!dates.some(({ date }) => date === this.date)) this.date = (first ?? dates[0])?.date ?? null;
  }

  /** The strip starts at the day that is open; the page stays where it is. */
  protected override firstUpdated(): void {
    const strip = this.renderRoot.querySelector<HTMLElement>('.strip');
    const day = strip?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (strip && day) strip.scrollLeft = day.offsetLeft - strip.offsetLeft - 4;
  }

  protected override names() {
    return ['alternates'];
  }

  protected override check() {
    if (this.chosenTimes.length === 0)
      return 'Choose the time you would like most, and at least one alternate.';
    return this.chosenTimes.length === 1 ? 'Choose at least one alternate time.' : null;
  }

  protected override body() {
    const [primary, ...alternates] = this.chosenTimes;
    return primary === undefined ? null : { primary, alternates };
  }

  protected override typed() {
    return { times: [...this.chosenTimes] };
  }

  private toggle(time: string): void {
    this.at = time;
    this.chosenTimes = toggled(this.chosenTimes, time);
    this.edited('alternates');
    if (this.check() === null) this.errors = new Map();
  }

  private async drop(time: string): Promise<void> {
    this.toggle(time);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('#choices')?.focus();
  }

  private open(date: string): void {
    this.date = date;
    this.at = null;
  }

  private move(event: KeyboardEvent): void {
    const from = event.target as HTMLElement;
    const items = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('button')];
    const next = items.includes(from) ? itemAfterKey(event.key, items, from) : null;
    if (next === null) return;
    event.preventDefault();
    next.focus();
    const { date, time } = next.dataset;
    if (date !== undefined) this.open(date);
    if (time !== undefined) this.at = time;
  }

  private slide(way: 1 | -1): void {
    const strip = this.renderRoot.querySelector('.strip');
    strip?.scrollBy({
      left: way * strip.clientWidth * 0.8,
      behavior: 'smooth',
    });
  }

  protected override render() {
    const { dates } = this.shows;
    return html`<div class="groups">
      <div>
        <h2 tabindex="-1">When would you like to come?</h2>
        <p class="lead">The location confirms one of the times you ask for, so alternates make a yes more likely.</p>
      </div>
      ${dates === null ? this.renderSilent() : dates.length === 0 ? this.renderNone() : this.renderForm(dates)}
    </div>`;
  }

  private renderSilent() {
    return html`<div class="stack">
      <p>The calendar of this location does not answer right now. Nothing you chose is lost.</p>
      <div class="actions">
        <button class="primary" type="button" aria-disabled=${this.busy} @click=${this.retry}>Try again</button>
        ${this.renderElsewhere()}
      </div>
    </div>`;
  }

  private renderNone() {
    return html`<div class="stack">
      <p>This location has no open times at the moment. Other places may have some.</p>
      <div class="actions">
        <button class="primary" type="button" @click=${() => this.revisit('place')}>Choose another place</button>
      </div>
    </div>`;
  }

  private renderElsewhere() {
    return html`<button type="button" @click=${() => this.revisit('place')}>Choose another place</button>`;
  }

  private renderForm(dates: NonNullable<TimesShows['dates']>) {
    const times = dates.find(({ date }) => date === this.date)?.times ?? [];
    return html`<form class="groups" novalidate @submit=${this.submit}>
      ${this.renderErrors()} ${this.renderDays(dates)} ${this.renderTimes(times)} ${chosenList(this.chosenTimes, this.errors.get('alternates'), (time) => this.drop(time))}
      <div class="actions">${submitButton('Continue', this.busy)}</div>
    </form>`;
  }

  private renderDays(dates: NonNullable<TimesShows['dates']>) {
    return html`<div>
      <div class="days-head">
        <h3 id="days">Day</h3>
        ${
          dates.length < 5
            ? nothing
            : html`<div>
                <button class="tertiary" type="button" tabindex="-1" @click=${() => this.slide(-1)}>
                  Earlier<span class="visually-hidden"> days</span>
                </button>
                <button class="tertiary" type="button" tabindex="-1" @click=${() => this.slide(1)}>
                  Later<span class="visually-hidden"> days</span>
                </button>
              </div>`
        }
      </div>
      <div class="strip" role="listbox" aria-orientation="horizontal" aria-labelledby="days" @keydown=${this.move}>
        ${dates.map(({ date, times }) => this.renderDay(date, times))}
      </div>
    </div>`;
  }

  private renderDay(date: string, times: readonly string[]) {
    const leaf = dateLeaf(date);
    const count = times.length === 1 ? '1 time' : `${times.length} times`;
    const mine = times.filter((time) => this.chosenTimes.includes(time)).length;
    const open = date === this.date;
    return html`<button
      class="day"
      type="button"
      role="option"
      data-date=${date}
      aria-selected=${open}
      tabindex=${open ? 0 : -1}
      @click=${() => this.open(date)}
    >
      <span class="visually-hidden">${longDate(date)}, ${count}${mine > 0 ? `, ${mine} chosen` : ''}</span>
      <span class="leaf" aria-hidden="true"
        ><span class="weekday">${leaf.weekday}</span><span class="number figures">${leaf.day}</span
        ><span class="month">${leaf.month}</span></span
      >${mine > 0 ? html`<span class="mine"></span>` : nothing}
    </button>`;
  }

  private renderTimes(times: readonly string[]) {
    const offset = offsetWords(times[0] ?? '');
    const stop = times.includes(this.at ?? '') ? this.at : times[0];
    let from = 0;
    return html`<div class="stack" @keydown=${this.move}>
      <div>
        <h3>${longDate(this.date ?? '')}</h3>
        <p class="quiet">Times are local to the location${offset === null ? '' : ` (${offset})`}.</p>
      </div>
      ${partsOfDay.map(({ title, until }) => {
        const here = times.filter((time) => (wallHour(time) ?? 0) >= from && (wallHour(time) ?? 0) < until);
        from = until;
        if (here.length === 0) return nothing;
        return html`<div role="group" aria-labelledby="part-${title}">
          <h4 id="part-${title}">${title}</h4>
          <div class="times">${here.map((time) => this.renderTime(time, time === stop))}</div>
        </div>`;
      })}
    </div>`;
  }

  private renderTime(time: string, reachable: boolean) {
    const rank = this.chosenTimes.indexOf(time);
    const closed = rank < 0 && isFull(this.chosenTimes);
    return html`<button
      class="time figures"
      type="button"
      data-time=${time}
      data-rank=${rank < 0 ? nothing : rank === 0 ? '1st' : `Alt ${rank}`}
      aria-pressed=${rank >= 0}
      aria-disabled=${closed}
      tabindex=${reachable ? 0 : -1}
      aria-label="${longMoment(time)}${rank < 0 ? '' : `, ${rankWords(rank).toLowerCase()}`}"
      @click=${() => this.toggle(time)}
    >
      ${timeOfDay(time)}
    </button>`;
  }
}

define('dx-times-step', TimesStep);
