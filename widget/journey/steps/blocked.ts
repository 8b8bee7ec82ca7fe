/**
 * The outcome of the questionnaire does not allow the test. The step shows no reason derived from its code (QST-20).
 */
import { html, nothing } from 'lit';
import type { BlockedShows } from '../../../server/contract/journey-api/views.ts';
import { blocked as say } from '../../texts/english.ts';
import { define } from '../../ui/define.ts';
import { priceWords } from '../../ui/format.ts';
import { partnerText } from '../../ui/marked-text.ts';
import { contactHelp, emergency, helpStyles } from './help.ts';
import { StepElement } from './step-element.ts';

/**
 * The element of the step `blocked`.
 *
 * @slot refund - What happens to the payment, in place of `REFUND_IF_STOPPED`.
 * @slot contact - How to reach the partner, in place of the server's settings.
 */
export class BlockedStep extends StepElement<BlockedShows> {
  static override styles = [...StepElement.styles, helpStyles];
  static override slots = ['refund', 'contact'];

  protected override render() {
    const { reference, paid, terms } = this.shows;
    const refund = terms.refund_if_stopped;
    return html`<div class="groups">
      <div class="stack">
        <h2 tabindex="-1">${say('heading')}</h2>
        ${emergency()}
        <p>${say('lead')}</p>
      </div>
      <section class="stack" aria-labelledby="payment">
        <h3 id="payment">${say('payment', { amount: priceWords(paid) })}</h3>
        <p>${say('noTest')}</p>
        <slot name="refund"><p>${partnerText(refund) ?? say('noTerms')}</p></slot>
      </section>
      ${contactHelp(terms.contact, reference)}
      <section class="stack" aria-labelledby="other">
        <h3 id="other">${say('other')}</h3>
        <p>${say('doctor')}</p>
        ${
          this.view.can_start_over
            ? html`<div class="actions">
                <button type="button" aria-disabled=${this.busy} @click=${this.startOver}>${say('another')}</button>
              </div>`
            : nothing
        }
      </section>
    </div>`;
  }
}

define('dx-blocked-step', BlockedStep);
