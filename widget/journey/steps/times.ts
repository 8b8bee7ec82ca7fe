/** The choice of times, with the first choice first (DISC-46, SCH-05). */
import { html, type PropertyValues } from 'lit';
import type { TimesShows } from '../../../server/contract/journey-api/views.ts';
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
    if (this.#picker.chosen.length === 0)
      return 'Choose the time you would like most, and at least one alternate.';
    return this.#picker.chosen.length === 1 ? 'Choose at least one alternate time.' : null;
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
        <h2 tabindex="-1">When would you like to come?</h2>
        <p class="lead">The location confirms one of the times you ask for, so alternates make a yes more likely.</p>
      </div>
      ${dates === null ? this.#renderSilent() : dates.length === 0 ? this.#renderNone() : this.#renderForm()}
    </div>`;
  }

  #renderSilent() {
    return html`<div class="stack">
      <p>The calendar of this location does not answer right now. Nothing you chose is lost.</p>
      <div class="actions">
        <button class="primary" type="button" aria-disabled=${this.busy} @click=${this.retry}>Try again</button>
        ${this.#renderElsewhere()}
      </div>
    </div>`;
  }

  #renderNone() {
    return html`<div class="stack">
      <p>This location has no open times at the moment. Other places may have some.</p>
      <div class="actions">
        <button class="primary" type="button" @click=${() => this.revisit('place')}>Choose another place</button>
      </div>
    </div>`;
  }

  #renderElsewhere() {
    return html`<button type="button" @click=${() => this.revisit('place')}>Choose another place</button>`;
  }

  #renderForm() {
    return html`<form class="groups" novalidate @submit=${this.submit}>
      ${this.renderErrors()} ${this.#picker.render(this.errors.get('alternates'))}
      <div class="actions">${submitButton('Continue', this.busy)}</div>
    </form>`;
  }
}

define('dx-times-step', TimesStep);
