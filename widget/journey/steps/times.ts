/** The choice of times, with the first choice first (DISC-46, SCH-05). */
import { html, nothing, type PropertyValues } from 'lit';
import type { TimesShows } from '../../../server/contract/journey-api/views.ts';
import { times } from '../../texts/english.ts';
import { define } from '../../ui/define.ts';
import { listWords, shortMoment } from '../../ui/format.ts';
import { icon } from '../../ui/icon.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { TimesPicker } from '../../ui/times-picker.ts';
import { timesStyles } from '../../ui/times-styles.ts';
import { FormStep } from './form-step.ts';
import { textsOf } from './typed-groups.ts';

/** The element of the step `times`. */
export class TimesStep extends FormStep<TimesShows> {
  static override styles = [...FormStep.styles, ...timesStyles];

  readonly #picker = new TimesPicker(this, 1, () => this.#pressed());

  protected override enter(): void {
    const typed = textsOf(this.draft, 'times');
    const { chosen, taken } = this.shows;
    const kept = chosen === null ? (taken?.kept ?? []) : [chosen.primary, ...chosen.alternates];
    this.#picker.chosen = typed.length > 0 ? typed : kept;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('shows')) this.#picker.offer(this.shows.dates ?? []);
  }

  #pressed(): void {
    this.edited('alternates');
    if (this.check() === null) this.form.clear();
  }

  protected override names() {
    return ['alternates'];
  }

  protected override check() {
    if (this.#picker.chosen.length === 0) return times('errorNone');
    return this.#picker.chosen.length === 1 ? times('errorOne') : null;
  }

  protected override body() {
    const [primary, ...alternates] = this.#picker.chosen;
    return primary === undefined ? null : { primary, alternates };
  }

  protected override typed() {
    return { times: [...this.#picker.chosen] };
  }

  protected override render() {
    const { dates } = this.shows;
    return html`<div class="groups">
      <div>
        <h2 tabindex="-1">${times('heading')}</h2>
        <p class="lead">${times('lead')}</p>
      </div>
      ${this.#renderTaken()}
      ${dates === null ? this.#renderSilent() : dates.length === 0 ? this.#renderNone() : this.#renderForm()}
    </div>`;
  }

  #renderSilent() {
    return html`<div class="stack">
      <p>${times('unavailable')}</p>
      <div class="actions">
        <button class="primary" type="button" aria-disabled=${this.busy} @click=${this.retry}>${times('tryAgain')}</button>
        ${this.#renderElsewhere()}
      </div>
    </div>`;
  }

  #renderNone() {
    return html`<div class="stack">
      <p>${times('none')}</p>
      <div class="actions">
        <button class="primary" type="button" @click=${() => this.revisit('place')}>${times('otherClinic')}</button>
      </div>
    </div>`;
  }

  #renderElsewhere() {
    return html`<button type="button" @click=${() => this.revisit('place')}>${times('otherClinic')}</button>`;
  }

  #renderForm() {
    const { sends_request: sends, timezone } = this.shows;
    return html`<form class="groups" novalidate @submit=${this.submit}>
      ${this.form.renderSummary()}
      ${this.#picker.render({
        error: this.errors.get('alternates'),
        action: submitButton(times(sends ? 'send' : 'next'), this.sending, times('sending')),
        timezone,
      })}
    </form>`;
  }

  #renderTaken() {
    const { taken, sends_request: sends } = this.shows;
    if (taken === null) return nothing;
    return html`<div class="note" id="taken" role="status">
      ${icon('alert')}
      <div>
        <p><strong>${takenWords(taken)}</strong></p>
        ${sends ? html`<p>${times('paid')}</p>` : nothing}
      </div>
    </div>`;
  }
}

function takenWords({ lost, kept }: NonNullable<TimesShows['taken']>): string {
  const [only, ...others] = lost.map(shortMoment);
  if (only === undefined) return times('takenUnknown');
  if (kept.length === 0) return times('takenAll');
  return others.length === 0
    ? times('takenOne', { time: only })
    : times('takenMany', { times: listWords([only, ...others]) });
}

define('dx-times-step', TimesStep);
