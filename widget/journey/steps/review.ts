/** All choices, the note of the place, the total in its currency, and then the partner's payment (T48, T49). */
import { html, nothing, type PropertyValues } from 'lit';
import type { StepName } from '../../../server/contract/journey-api/steps.ts';
import type { ReviewShows } from '../../../server/contract/journey-api/views.ts';
import { define } from '../../ui/define.ts';
import { longMoment, priceWords } from '../../ui/format.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { testName } from '../../ui/test-names.ts';
import { returnUrl } from '../return-url.ts';
import { noteBlock } from './note-block.ts';
import { placeName, placeRest } from './place-words.ts';
import { reviewStyles } from './review-styles.ts';
import { StepElement } from './step-element.ts';

interface Row {
  name: string;
  lines: readonly string[];
  change: StepName;
}

/** The element of the step `review`. */
export class ReviewStep extends StepElement<ReviewShows> {
  static override styles = [...StepElement.styles, reviewStyles];

  /** Whether the customer pressed "pay" here: a reload during a payment must not navigate by itself. */
  #leaving = false;

  protected override updated(changed: PropertyValues<this>): void {
    const { state: payment, pay_url: url } = this.shows.payment;
    if (!this.#leaving || !changed.has('shows')) return;
    this.#leaving = false;
    if (payment === 'begun' && url !== null) this.leaveTo(url);
  }

  #pay(event: Event): void {
    event.preventDefault();
    const { state: payment, pay_url: url } = this.shows.payment;
    if (this.busy) return;
    if (payment === 'begun' && url !== null) {
      this.leaveTo(url);
      return;
    }
    this.#leaving = payment === 'due';
    this.#ask();
  }

  /** Starts the payment, or asks whether it has arrived. */
  #ask(): void {
    this.answer({ return_url: returnUrl() });
  }

  protected override render() {
    const { payment, additional_note: note, total } = this.shows;
    return html`<form class="groups" @submit=${this.#pay}>
      <div>
        <h2 tabindex="-1">${titles[payment.state]}</h2>
        <p class="lead">${leads[payment.state]}</p>
      </div>
      <dl class="rows">${this.#rows().map((row) => this.#renderRow(row))}</dl>
      ${noteBlock(note)}
      <div class="stack">
        <p class="total"><span>Total</span><strong class="figures">${priceWords(total)}</strong></p>
        <div class="actions">${this.#renderActions()}</div>
      </div>
    </form>`;
  }

  #renderActions() {
    const { state: payment, pay_url: url } = this.shows.payment;
    if (payment === 'paid') return submitButton('Continue', this.busy, 'Placing your order');
    if (payment === 'due') return submitButton('Continue to payment', this.busy, 'Opening payment');
    if (url === null) return submitButton('Check again', this.busy, 'Checking');
    return html`${submitButton('Continue to payment', false)}
      <button type="button" aria-disabled=${this.busy} aria-busy=${this.busy} @click=${this.#ask}>
        <span class="swap"
          ><span class="ready">I have paid</span
          ><span class="waiting"><span class="spinner"></span>Checking</span></span
        >
      </button>`;
  }

  #rows(): Row[] {
    const { test, place, times } = this.view.summary;
    const { name, email } = this.shows;
    const rows: Row[] = [];
    if (test !== null)
      rows.push({
        name: 'Test',
        lines: [test.name ?? testName(test.test_type)],
        change: 'place',
      });
    if (place !== null)
      rows.push({
        name: 'Place',
        lines: [placeName(place), placeRest(place)],
        change: 'place',
      });
    if (times !== null) {
      rows.push({
        name: 'First choice',
        lines: [longMoment(times.primary)],
        change: 'times',
      });
      const many = times.alternates.length > 1;
      rows.push({
        name: many ? 'Alternates' : 'Alternate',
        lines: times.alternates.map(longMoment),
        change: 'times',
      });
    }
    rows.push({
      name: 'Who is tested',
      lines: [name, email],
      change: 'identity',
    });
    return rows;
  }

  #renderRow({ name, lines, change }: Row) {
    const open = this.view.steps.some((step) => step.name === change && step.can_revisit);
    return html`<div>
      <dt class="quiet">${name}</dt>
      ${lines.filter((line) => line !== '').map((line) => html`<dd class="figures">${line}</dd>`)}
      ${
        open
          ? html`<dd class="change">
              <button class="tertiary" type="button" @click=${() => this.revisit(change)}>
                Change<span class="visually-hidden"> ${name.toLowerCase()}</span>
              </button>
            </dd>`
          : nothing
      }
    </div>`;
  }
}

const titles = {
  due: 'Check and pay',
  begun: 'Finish your payment',
  paid: 'Payment received',
} as const;
const leads = {
  due: 'Nothing is sent to the location before you have paid.',
  begun: 'Your payment has not arrived yet. Everything else is kept.',
  paid: 'Your order is next.',
} as const;

define('dx-review-step', ReviewStep);
