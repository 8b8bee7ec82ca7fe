/** The choice of times, with the first choice first (DISC-46, SCH-05). */
import { html, type PropertyValues } from 'lit';
import type { TimesShows } from '../../../server/contract/journey-api/views.ts';
import { times } from '../../locales/en/times.ts';
import { define } from '../../ui/define.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { TimesPicker } from '../../ui/times-picker.ts';
import { timesStyles } from '../../ui/times-styles.ts';
import { FormStep } from './form-step.ts';
import { textsOf } from './typed.ts';

/** The element of the step `times`. */
export class TimesStep extends FormStep<TimesShows> {
  static override styles = [...FormStep.styles, timesStyles];

  readonly #picker = new TimesPicker(this, 1, () => this.#tapped());

  protected override enter(): void {
    const typed = textsOf(this.draft, 'times');
    const { chosen } = this.shows;
    this.#picker.chosen =
      typed.length > 0 || chosen === null ? typed : [chosen.primary, ...chosen.alternates];
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('shows')) this.#picker.offer(this.shows.dates ?? []);
  }

  #tapped(): void {
    this.edited('alternates');
    if (this.check() === null) this.errors = new Map();
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
    return html`<form class="groups" novalidate @submit=${this.submit}>
      ${this.renderErrors()} ${this.#picker.render(this.errors.get('alternates'))}
      <div class="actions">${submitButton(times('next'), this.busy)}</div>
    </form>`;
  }
}

define('dx-times-step', TimesStep);
