/**
 * The sent request, and the appointment once the location has confirmed it. Before that it is called a request
 * (SCH-09, SCH-11, T32). The status changes while the page is open.
 */
import { css, html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import type { SentShows } from '../../../server/contract/journey-api/views.ts';
import { sent as say } from '../../texts/english.ts';
import { dateTile, dateTileStyles } from '../../ui/date-tile.ts';
import { define } from '../../ui/define.ts';
import { longDate, longMoment, priceWords, shortMoment, timeOfDay, zoneWords } from '../../ui/format.ts';
import { mapAddress } from '../../ui/map-address.ts';
import { partnerText, serviceText, type Words } from '../../ui/marked-text.ts';
import { wallTime } from '../../ui/wall-time.ts';
import { contactHelp, emergency, helpStyles } from './help.ts';
import { noteBlock } from './note-block.ts';
import { placeLines, placeName, placeRest, testLine } from './place-words.ts';
import { StepElement } from './step-element.ts';
import { type Moment, timeline, timelineStyles } from './timeline.ts';

/** What the step `sent` adds to the styles of a step. */
const sentStyles = css`
  .asked {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    padding: 20px;
  }
  .asked .when {
    font-weight: 650;
  }
  .asked .when > span {
    display: block;
  }
  .lines {
    display: grid;
    gap: 12px;
  }
  .lines dt {
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 20px;
  }
  .lines dd {
    overflow-wrap: anywhere;
  }
  @container (min-width: 420px) {
    .asked {
      grid-template-columns: auto minmax(0, 1fr);
      column-gap: 20px;
      align-items: start;
    }
    .asked > .lines {
      grid-column: 2;
    }
  }
`;

const statuses = ['pending_confirmation', 'confirmed', 'canceled'] as const;
type Status = (typeof statuses)[number] | 'other';

/**
 * The element of the step `sent`.
 *
 * @slot contact - How to reach the partner, in place of the server's settings.
 */
export class SentStep extends StepElement<SentShows> {
  static override styles = [...StepElement.styles, timelineStyles, helpStyles, dateTileStyles, sentStyles];
  static override slots = ['contact'];

  /** The heading, if the status has changed on this page. The focus stays where it is. */
  @state() private announcement = '';
  #status: Status | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const status = this.#current;
    if (this.#status !== null && this.#status !== status) this.announcement = this.#titles().heading;
    this.#status = status;
  }

  /** The service's status; an open set (APT-17). */
  get #current(): Status {
    return statuses.find((status) => status === this.shows.status) ?? 'other';
  }

  get #isReviewed(): boolean {
    return this.shows.physician_review && this.#current === 'pending_confirmation';
  }

  protected override render() {
    const { terms, order_ref: reference } = this.shows;
    const status = this.#current;
    const { heading, lead } = this.#titles();
    return html`<div class="groups">
      <div class=${this.#isReviewed ? 'stack' : ''}>
        <p class="visually-hidden" aria-live="polite">${this.announcement}</p>
        <h2 tabindex="-1">${heading}</h2>
        ${this.#isReviewed ? emergency() : nothing}
        ${lead === null ? nothing : html`<p class="lead">${lead}</p>`}
      </div>
      ${status === 'confirmed' ? this.#renderConfirmed() : this.#renderAsked()}
      ${status === 'pending_confirmation' ? this.#renderNext() : nothing}
      ${this.#isReviewed ? this.#renderRefused() : nothing}
      ${this.#renderReceipt()} ${contactHelp(terms.contact, reference)} ${this.#renderActions()}
    </div>`;
  }

  #titles(): { heading: string; lead: string | null } {
    switch (this.#current) {
      case 'pending_confirmation':
        return { heading: say('heading'), lead: say(this.shows.physician_review ? 'leadReview' : 'lead') };
      case 'confirmed':
        return { heading: say('headingConfirmed'), lead: say('leadConfirmed') };
      case 'canceled':
        return { heading: say('headingCanceled'), lead: say('leadCanceled') };
      default:
        return { heading: say('headingOther'), lead: null };
    }
  }

  #renderAsked() {
    const { requested, timezone } = this.shows;
    return html`<section class="panel asked" aria-label=${say('panel')}>
      ${this.#renderTime(say('firstChoice'), requested.primary, timezone)}
      ${renderLines([
        [say('otherChoices', { count: requested.alternates.length }), requested.alternates.map(shortMoment)],
        ...this.#testAndClinic(),
      ])}
    </section>`;
  }

  #renderConfirmed() {
    const { scheduled_for: at, timezone, additional_note: note } = this.shows;
    const time = at === null ? null : wallTime(at, timezone ?? '');
    const { place } = this.view.summary;
    return html`<section class="panel asked" aria-label=${say('panelConfirmed')}>
        ${time === null ? nothing : this.#renderTime(say('when'), time.text, time.zone)}
        ${renderLines(this.#testAndClinic())}
      </section>
      ${noteBlock(note)}
      <div class="actions">
        <button
          class="primary"
          type="button"
          aria-disabled=${this.busy}
          @click=${() => this.saveCalendar(say('calendarTitle'))}
        >
          ${say('calendar')}
        </button>
        ${
          place === null
            ? nothing
            : html`<a class="button" href=${mapAddress(`${placeName(place)}, ${placeRest(place)}`)} target="_blank" rel="noreferrer"
                >${say('directions')}<span class="visually-hidden"> ${say('newTab')}</span></a
              >`
        }
      </div>`;
  }

  /** @param time the wall time at the clinic */
  #renderTime(name: string, time: string, zone: string | null) {
    return html`${dateTile(time)}
      <div>
        <p class="quiet">${name}</p>
        <p class="when figures"><span>${longDate(time)}</span> <span>${timeOfDay(time)}</span></p>
        ${zone === null ? nothing : html`<p class="quiet">${zoneWords(zone, time)}</p>`}
      </div>`;
  }

  #testAndClinic(): [string, Words[]][] {
    const { place, test } = this.view.summary;
    return [
      [say('test'), test === null ? [] : [testLine(test)]],
      [say('clinic'), place === null ? [] : placeLines(place)],
    ];
  }

  #renderNext() {
    return html`<section class="stack" aria-labelledby="next">
      <h3 id="next">${say('next')}</h3>
      ${timeline(this.#moments())}
      <p>${say('keepFree')}</p>
    </section>`;
  }

  #moments(): Moment[] {
    const { physician_review: review } = this.shows;
    return [
      { state: 'done', title: say('sentTitle'), words: say('sentText') },
      ...(review ? [{ state: 'now', title: say('reviewTitle'), words: this.#reviewWords() } as const] : []),
      { state: review ? 'ahead' : 'now', title: say('confirmTitle'), words: say('confirmText') },
      { state: 'ahead', title: say('testTitle'), words: say('testText') },
    ];
  }

  #reviewWords(): string {
    const { physician_deadline_at: due, timezone } = this.shows;
    const at = due === null ? null : wallTime(due, timezone ?? '');
    if (at === null) return say('reviewText');
    return say('reviewDue', { time: `${longMoment(at.text)} (${zoneWords(at.zone, at.text)})` });
  }

  #renderRefused() {
    const { refund_if_stopped: refund } = this.shows.terms;
    return html`<section class="stack" aria-labelledby="refused">
      <h3 id="refused">${say('refused')}</h3>
      <p>${say('refusedText')} ${refund === null ? say('refusedPayment') : partnerText(refund)}</p>
    </section>`;
  }

  #renderReceipt() {
    const { paid, email } = this.shows;
    return html`<section class="stack" aria-labelledby="receipt">
      <h3 id="receipt">${say('receipt')}</h3>
      ${renderLines([
        [say('paid'), [priceWords(paid)]],
        [say('messages'), [serviceText(email)]],
      ])}
    </section>`;
  }

  #renderActions() {
    const { appointments_url: url } = this.shows;
    return html`<div class="actions">
      ${url === null ? nothing : html`<a class="button" href=${url}>${say('appointments')}</a>`}
      ${
        this.view.can_start_over
          ? html`<button type="button" aria-disabled=${this.busy} @click=${this.startOver}>${say('another')}</button>`
          : nothing
      }
    </div>`;
  }
}

const renderLines = (lines: readonly (readonly [string, readonly Words[]])[]) => html`<dl class="lines">
  ${lines
    .filter(([, values]) => values.length > 0)
    .map(
      ([name, values]) => html`<div>
        <dt>${name}</dt>
        ${values.map((value) => html`<dd class="figures">${value}</dd>`)}
      </div>`,
    )}
</dl>`;

define('dx-sent-step', SentStep);
