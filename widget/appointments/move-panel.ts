/** The form that asks for another time: a first choice and up to three optional alternates (APT-40, T36). */
import { html, type PropertyValues } from 'lit';
import type { AskedTimes, AvailabilityView } from '../../server/contract/appointments-api.ts';
import { appointments as say } from '../texts/english.ts';
import { BaseElement } from '../ui/base-element.ts';
import { controls } from '../ui/controls.ts';
import { define } from '../ui/define.ts';
import { layout } from '../ui/layout.ts';
import { submitButton } from '../ui/submit-button.ts';
import { TimesPicker } from '../ui/times-picker.ts';
import { timesStyles } from '../ui/times-styles.ts';
import { tokens } from '../ui/tokens.ts';

/**
 * @fires dx-times - The customer asks for these times: `AskedTimes`. Not composed.
 * @fires dx-keep - They keep the time they have. Not composed.
 * @fires dx-again - Read the calendar again. Not composed.
 */
export class AppointmentMove extends BaseElement {
  static override styles = [tokens, ...controls, layout, ...timesStyles];

  static override properties = {
    dates: { attribute: false },
    timezone: { attribute: false },
    busy: { attribute: false },
  };

  dates: AvailabilityView['dates'] = null;
  /** The IANA name of the clinic's time zone; null if the service sent none. */
  timezone: string | null = null;
  busy = false;
  #wrong: string | undefined = undefined;

  readonly #picker = new TimesPicker(this, 0, () => {
    this.#wrong = undefined;
  });

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('dates')) this.#picker.offer(this.dates ?? []);
  }

  #ask(event: Event): void {
    event.preventDefault();
    if (this.busy) return;
    const [primary, ...alternates] = this.#picker.chosen;
    if (primary === undefined) {
      this.#wrong = say('moveNone');
      this.requestUpdate();
      return;
    }
    this.#send('dx-times', { primary, alternates });
  }

  #send(type: string, detail: AskedTimes | null = null): void {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }

  protected override render() {
    const { dates } = this;
    if (dates === null || dates.length === 0)
      return html`<div class="stack">
        <p>${dates === null ? say('moveUnavailable') : say('moveFull')}</p>
        <div class="actions">
          ${this.#renderKeep()}
          <button type="button" aria-disabled=${this.busy} @click=${() => this.#send('dx-again')}>${say('tryAgain')}</button>
        </div>
      </div>`;
    return html`<form class="groups" novalidate @submit=${this.#ask}>
      <div class="actions">${this.#renderKeep()}</div>
      ${this.#picker.render({
        error: this.#wrong,
        timezone: this.timezone,
        action: submitButton(say('moveSend'), this.busy, say('sending')),
      })}
    </form>`;
  }

  #renderKeep() {
    return html`<button type="button" @click=${() => this.#send('dx-keep')}>${say('keepTime')}</button>`;
  }
}

define('dx-appointment-move', AppointmentMove);
declare global {
  interface HTMLElementTagNameMap {
    'dx-appointment-move': AppointmentMove;
  }
}
