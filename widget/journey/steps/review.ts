/** All choices, the note of the place, the terms and the total, and then the partner's payment (T48, T49). */
import { css, html, nothing, type PropertyValues } from 'lit';
import type { StepName } from '../../../server/contract/journey-api/steps.ts';
import type { JourneyView, ReviewShows } from '../../../server/contract/journey-api/views.ts';
import { parseUrl } from '../../session/parse-url.ts';
import { review as say } from '../../texts/english.ts';
import { define } from '../../ui/define.ts';
import { lineStart, longMoment, priceWords } from '../../ui/format.ts';
import { partnerText, serviceText, type Words } from '../../ui/marked-text.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { noteBlock } from '../../visit/note-block.ts';
import { emit } from '../public-events.ts';
import { returnUrl } from '../return-url.ts';
import { emergency, helpStyles } from './help.ts';
import { placeLines, testLine } from './place-words.ts';
import { StepElement } from './step-element.ts';

/** What the step `review` adds to the styles of a step. */
const reviewStyles = css`
  .rows > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    column-gap: 16px;
    padding-block: 14px;
    border-block-end: 1px solid var(--_hairline);
  }
  .rows > div:first-child {
    border-block-start: 1px solid var(--_hairline);
  }
  .rows dt,
  .rows dd {
    grid-column: 1;
  }
  .rows .change {
    grid-area: 1 / 2 / span 4;
    align-self: start;
    margin-block: -12px;
    margin-inline-end: -8px;
  }
  .terms {
    display: grid;
    gap: 12px;
    font-size: calc(var(--_dx-size) * 0.875);
  }
  .terms dt {
    font-weight: 600;
  }
  .terms dd {
    color: var(--_quiet);
  }
  .total {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 16px;
    max-inline-size: none;
    font-size: calc(var(--_dx-size) * 1.125);
    font-weight: 650;
  }
  .total strong {
    font-size: calc(var(--_dx-size) * 1.5);
    line-height: 1.25;
    font-weight: 650;
  }
  @container (max-width: 15em) {
    .rows > div {
      grid-template-columns: minmax(0, 1fr);
    }
    .rows .change {
      grid-area: auto / 1;
      margin: 0 -8px -12px;
    }
  }
  @container (min-width: 560px) {
    .terms > div {
      display: grid;
      grid-template-columns: 160px minmax(0, 1fr);
      column-gap: 16px;
    }
    .rows > div {
      grid-template-columns: 160px minmax(0, 1fr) auto;
    }
    .rows dt {
      grid-area: 1 / 1;
      line-height: 1.71;
    }
    .rows dd {
      grid-column: 2;
    }
    .rows .change {
      grid-area: 1 / 3 / span 4;
    }
  }
`;

interface Row {
  name: string;
  lines: readonly Words[];
  /** The step that changes it, and the name of the button; null without one. */
  change: { step: StepName; name: string } | null;
}

/**
 * The element of the step `review`.
 *
 * @slot terms - The partner's own terms of the payment, below ours.
 */
export class ReviewStep extends StepElement<ReviewShows> {
  static override styles = [...StepElement.styles, helpStyles, reviewStyles];
  static override slots = ['terms'];

  /** Whether the customer pressed "pay" here: a reload during a payment must not navigate by itself. */
  #leaving = false;
  /** Whether the customer asked again for a payment that is not known. */
  #isChecked = false;

  protected override updated(changed: PropertyValues<this>): void {
    const { state: payment, pay_url: url } = this.shows.payment;
    if (!this.#leaving || !changed.has('shows')) return;
    this.#leaving = false;
    if (payment === 'begun' && url !== null) leaveTo(this, this.view, url);
  }

  #submit(event: Event): void {
    event.preventDefault();
    if (this.busy) return;
    this.#isChecked ||= this.#isMissing;
    if (this.#isMissing) this.#ask();
    else this.#pay();
  }

  #pay(): void {
    const { state: payment, pay_url: url } = this.shows.payment;
    if (payment === 'begun' && url !== null) {
      leaveTo(this, this.view, url);
      return;
    }
    this.#leaving = payment === 'due';
    this.#ask();
  }

  /** Starts the payment, or asks whether it has arrived. */
  #ask(): void {
    this.answer({ return_url: returnUrl() });
  }

  /** Whether the customer came back from a payment that is not known. */
  get #isMissing(): boolean {
    const { state, pay_url: url } = this.shows.payment;
    return state === 'begun' && (url === null || this.notice?.code === 'payment_not_arrived');
  }

  protected override render() {
    const { payment, advises_emergency: isUrgent, additional_note: note, total } = this.shows;
    const { heading, lead } = this.#titles();
    // After the payment page, the only question is whether the payment is there.
    const isBefore = payment.state !== 'paid' && !this.#isMissing;
    return html`<form class="groups" @submit=${this.#submit}>
      <div>
        <h2 tabindex="-1">${heading}</h2>
        <p class="lead">${lead}</p>
      </div>
      ${isUrgent ? emergency() : nothing}
      ${
        isBefore
          ? html`<dl class="rows">${this.#rows().map((row) => this.#renderRow(row))}</dl>
              ${payment.state === 'begun' ? html`<p class="quiet">${say('fixed')}</p>` : nothing} ${noteBlock(note)}`
          : nothing
      }
      <div class="stack">
        <p class="total"><span>${say('total')}</span><strong class="figures">${priceWords(total)}</strong></p>
        ${isBefore ? this.#renderTerms() : nothing}
        <div class="actions">${this.#renderActions()}</div>
        ${this.#isMissing ? html`<p role="status">${this.#isChecked && !this.busy ? say('checked') : ''}</p>` : nothing}
      </div>
    </form>`;
  }

  #titles(): { heading: string; lead: string } {
    if (this.shows.payment.state === 'paid') return { heading: say('headingPaid'), lead: say('leadPaid') };
    if (this.#isMissing) return { heading: say('headingMissing'), lead: say('leadMissing') };
    return { heading: say('heading'), lead: say('lead') };
  }

  #renderTerms() {
    const { terms, total } = this.shows;
    const lines: [string, Words][] = [
      [say('now'), say('nowText', { amount: priceWords(total) })],
      [say('unconfirmed'), partnerText(terms.refund_if_unconfirmed) ?? say('unconfirmedText')],
      [say('stopped'), partnerText(terms.refund_if_stopped) ?? say('stoppedText')],
      [say('cancel'), partnerText(terms.cancellation) ?? say('cancelText')],
    ];
    return html`<dl class="terms" aria-label=${say('terms')}>
        ${lines.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}
      </dl>
      <slot name="terms"></slot>`;
  }

  #renderActions() {
    const { payment, total } = this.shows;
    if (payment.state === 'paid') return submitButton(say('next'), this.sending, say('ordering'));
    if (!this.#isMissing) {
      return submitButton(say('pay', { amount: priceWords(total) }), this.sending, say('opening'));
    }
    return html`${submitButton(say('check'), this.sending, say('checking'))}
      ${payment.pay_url === null ? nothing : html`<button type="button" @click=${this.#pay}>${say('payPage')}</button>`}`;
  }

  #rows(): Row[] {
    const { test, place, times } = this.view.summary;
    const { name, email } = this.shows;
    const rows: Row[] = [];
    if (test !== null)
      rows.push({
        name: say('test'),
        lines: [testLine(test)],
        change: { step: 'place', name: say('changeTest') },
      });
    if (place !== null)
      rows.push({
        name: say('clinic'),
        lines: placeLines(place),
        change: { step: 'place', name: say('changeClinic') },
      });
    if (times !== null)
      rows.push(
        {
          name: say('firstChoice'),
          lines: [lineStart(longMoment(times.primary))],
          change: { step: 'times', name: say('changeTimes') },
        },
        {
          name: say('otherChoices', { count: times.alternates.length }),
          lines: times.alternates.map((time) => lineStart(longMoment(time))),
          change: null,
        },
      );
    rows.push({
      name: say('patient'),
      lines: [name, serviceText(email)],
      change: { step: 'identity', name: say('changePatient') },
    });
    return rows;
  }

  #renderRow({ name, lines, change }: Row) {
    const isOpen = this.view.steps.some((step) => step.name === change?.step && step.can_revisit);
    return html`<div>
      <dt class="quiet">${name}</dt>
      ${lines.map((line) => html`<dd class="figures">${line}</dd>`)}
      ${
        change !== null && isOpen
          ? html`<dd class="change">
              <button class="tertiary" type="button" aria-label=${change.name} @click=${() => this.revisit(change.step)}>
                ${say('change')}
              </button>
            </dd>`
          : nothing
      }
    </div>`;
  }
}

/**
 * Fires `dx-payment`, and leaves for the partner's payment page unless the page prevents the event. From a frame it
 * opens at the top: payment pages refuse frames. Does nothing at another step than `review`.
 * @param url relative to the page; any address but http(s) is ignored
 */
function leaveTo(target: Element, { journey_id, shows }: JourneyView, url: string): void {
  const to = parseUrl(url, document.baseURI);
  if (shows.step !== 'review' || to === null || !/^https?:$/.test(to.protocol)) return;
  const { amount, currency } = shows.total;
  if (!emit(target, 'dx-payment', { journey_id, amount, currency, url: to.href }, true)) return;
  if (window.top === window.self) location.assign(to);
  else window.open(to, '_top');
}

define('dx-review-step', ReviewStep);
