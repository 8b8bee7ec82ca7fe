/**
 * The test, its price in the currency of the clinic, and the note of the clinic, before the customer pays (DISC-29,
 * DISC-30).
 */
import { css, html, nothing } from 'lit';
import type { ProductShows } from '../../../server/contract/journey-api/views.ts';
import { product as words } from '../../texts/english.ts';
import { define } from '../../ui/define.ts';
import { distanceWords, priceWords } from '../../ui/format.ts';
import { icon } from '../../ui/icon.ts';
import { icons } from '../../ui/later-icons.ts';
import { serviceText } from '../../ui/marked-text.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { isTestType } from '../../ui/test-names.ts';
import { noteBlock } from '../../visit/note-block.ts';
import { placeName, placeRest, testLine } from './place-words.ts';
import { StepElement } from './step-element.ts';

/** The element of the step `product`. */
export class ProductStep extends StepElement<ProductShows> {
  static override styles = [
    ...StepElement.styles,
    css`
      .tags {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin-block-start: 16px;
      }
      .tags li {
        padding: 4px 12px;
        border: 1px solid var(--_hairline);
        border-radius: 999px;
        font-size: calc(var(--_dx-size) * 0.875);
        line-height: 1.43;
      }
      .price {
        font-size: calc(var(--_dx-size) * 1.5);
        line-height: 1.25;
        font-weight: 650;
      }
      .where {
        display: grid;
        grid-template-columns: 20px minmax(0, 1fr);
        gap: 12px;
        padding-block: 16px;
        border-block: 1px solid var(--_hairline);
      }
      .where > svg {
        margin-block-start: 2px;
        color: var(--_quiet);
      }
    `,
  ];

  #accept(event: Event): void {
    event.preventDefault();
    this.answer({ accept: true });
  }

  protected override render() {
    const { name, test_type, description, tags, price, additional_note: note, place } = this.shows;
    const far = place.distance_miles;
    return html`<div class="groups">
      <div>
        <h2 tabindex="-1">${testLine({ name, test_type })}</h2>
        ${isTestType(test_type) ? html`<p class="lead">${serviceText(name)}</p>` : nothing}
        <p class="lead verbatim" lang="en" dir="ltr">${description}</p>
        ${tags.length === 0 ? nothing : html`<ul class="tags" aria-label=${words('tags')}>${tags.map((tag) => html`<li lang="en" dir="ltr">${tag}</li>`)}</ul>`}
      </div>
      <div class="where">
        ${icon(icons.pin)}
        <div>
          <p><strong>${serviceText(placeName(place))}</strong></p>
          <p class="quiet">${serviceText(placeRest(place))}${far === null ? nothing : html`<br />${words('away', { distance: distanceWords(far) })}`}</p>
        </div>
      </div>
      ${noteBlock(note)}
      <form class="stack" @submit=${this.#accept}>
        <div>
          <p class="quiet">${words('price')}</p>
          <p class="price figures">${priceWords(price)}</p>
          <p class="quiet">${words('pay')}</p>
        </div>
        <div class="actions">
          ${submitButton(words('next'), this.sending, words('waiting'))}
          ${
            this.view.steps.some((step) => step.name === 'place' && step.can_revisit)
              ? html`<button class="tertiary" type="button" @click=${() => this.revisit('place')}>${words('otherClinic')}</button>`
              : nothing
          }
        </div>
      </form>
    </div>`;
  }
}

define('dx-product-step', ProductStep);
