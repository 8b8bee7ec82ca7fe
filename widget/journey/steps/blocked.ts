/**
 * The outcome of the questionnaire does not allow the test. The step shows no reason derived from its code (QST-20).
 */
import { html, nothing } from 'lit';
import type { BlockedShows } from '../../../server/contract/journey-api/views.ts';
import { define } from '../../ui/define.ts';
import { StepElement } from './step-element.ts';

/** The element of the step `blocked`. */
export class BlockedStep extends StepElement<BlockedShows> {
  protected override render() {
    const { order_ref: reference } = this.shows;
    return html`<div class="groups">
      <div>
        <h2 tabindex="-1">This test cannot be scheduled for now</h2>
        <p class="lead">
          From your answers, this test is not suitable for you at the moment. It is about this test only.
        </p>
      </div>
      <section class="stack" aria-labelledby="stands">
        <h3 id="stands">Where things stand</h3>
        <p>Your order is placed, and no time was asked for. Nobody expects you at the location.</p>
      </section>
      <section class="stack" aria-labelledby="next">
        <h3 id="next">What you can do now</h3>
        <p>Contact the site you booked on about your order and what you paid, and give this reference:</p>
        <p class="panel figures"><strong>${reference}</strong></p>
        <p>If you have questions about the test itself, your own physician can help.</p>
      </section>
      ${
        this.view.can_start_over
          ? html`<div class="actions">
              <button type="button" aria-disabled=${this.busy} @click=${this.startOver}>Look at other tests</button>
            </div>`
          : nothing
      }
    </div>`;
  }
}

define('dx-blocked-step', BlockedStep);
