/**
 * The sent request, and the appointment once the location has confirmed it. Before that it is called a request
 * (SCH-09, SCH-11, T32). The status changes while the page is open.
 */
import { css, html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import type { SentShows } from '../../../server/contract/journey-api/views.ts';
import { formats, sent as say, signed as saySigned, visit as sayVisit } from '../../texts/english.ts';
import { choiceWords } from '../../ui/chosen-times.ts';
import { dateTile, dateTileStyles } from '../../ui/date-tile.ts';
import { define } from '../../ui/define.ts';
import { type Fact, factStyles, facts } from '../../ui/facts.ts';
import {
  lineStart,
  longDate,
  longMoment,
  priceWords,
  shortMoment,
  timeOfDay,
  zoneWords,
} from '../../ui/format.ts';
import { icons } from '../../ui/later-icons.ts';
import { mapAddress } from '../../ui/map-address.ts';
import { partnerText, serviceText } from '../../ui/marked-text.ts';
import { notice, noticeLines } from '../../ui/notice.ts';
import { wallTime } from '../../ui/wall-time.ts';
import { beforeYouCome, doctorForm, paymentAfter, visitStyles } from '../../visit/visit.ts';
import { calendarText, canceledWords, usualWords } from '../../visit/words.ts';
import { contactHelp, emergency, helpStyles } from './help.ts';
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
  .asked dd.when {
    color: var(--_text);
  }
  .asked .when > span {
    display: block;
  }
  @container (min-width: 420px) {
    .asked {
      grid-template-columns: auto minmax(0, 1fr);
      column-gap: 20px;
      align-items: start;
    }
    .asked > .facts {
      grid-column: 2;
    }
  }
`;

/**
 * The element of the step `sent`.
 *
 * @slot contact - How to reach the partner, in place of the server's settings.
 */
export class SentStep extends StepElement<SentShows> {
  static override styles = [
    ...StepElement.styles,
    timelineStyles,
    helpStyles,
    factStyles,
    dateTileStyles,
    ...visitStyles,
    sentStyles,
  ];
  static override slots = ['contact'];

  /** The heading, if the status has changed on this page. The focus stays where it is. */
  @state() private announcement = '';
  #status: SentShows['status'] | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const { status } = this.shows;
    if (this.#status !== null && this.#status !== status) this.announcement = this.#titles().heading;
    this.#status = status;
  }

  get #isReviewed(): boolean {
    return this.shows.physician_review && this.shows.status === 'requested';
  }

  protected override render() {
    const { terms, reference } = this.shows;
    const { heading, lead } = this.#titles();
    return html`<div class="groups">
      <div class=${this.#isReviewed ? 'stack' : ''}>
        <p class="visually-hidden" aria-live="polite">${this.announcement}</p>
        <h2 tabindex="-1">${heading}</h2>
        ${this.#isReviewed ? emergency() : nothing}
        ${lead === null ? nothing : html`<p class="lead">${lead}</p>`}
      </div>
      ${this.#renderState()} ${this.#renderReceipt()} ${contactHelp(terms.contact, reference)}
      ${this.#renderActions()}
    </div>`;
  }

  #titles(): { heading: string; lead: string | null } {
    const { status, physician_review: isReviewed, canceled } = this.shows;
    switch (status) {
      case 'requested':
        return { heading: say('heading'), lead: say(isReviewed ? 'leadReview' : 'lead') };
      case 'confirmed':
        return { heading: say('headingConfirmed'), lead: say('leadConfirmed') };
      case 'canceled':
        return {
          heading: canceledWords(canceled ?? { by: null, of: 'request' }),
          lead: this.#canceledLead(),
        };
      case 'unscheduled':
        return {
          heading: sayVisit('declinedTitle'),
          lead: this.shows.can_choose_times ? say('declinedText') : sayVisit('declinedText'),
        };
      default:
        return { heading: say('headingOther'), lead: null };
    }
  }

  /** Which time it had, and when it was canceled. */
  #canceledLead(): string | null {
    const { scheduled_for, canceled } = this.shows;
    const had = this.#moment(scheduled_for);
    const at = this.#moment(canceled?.at ?? null);
    const words = [
      had === null ? '' : sayVisit('canceledTime', { time: had }),
      at === null ? '' : sayVisit('canceledAt', { time: at }),
    ];
    return words.join(' ').trim() || null;
  }

  /** An instant on the clinic's clock; null without one. */
  #moment(instant: string | null): string | null {
    const at = instant === null ? null : wallTime(instant, this.shows.timezone ?? '');
    return at && formats('moment', { date: longDate(at.text), time: timeOfDay(at.text) });
  }

  #renderState() {
    switch (this.shows.status) {
      case 'confirmed':
        return this.#renderConfirmed();
      case 'canceled':
        return this.#renderCanceled();
      case 'requested':
        return html`${this.#renderAsked()} ${this.#renderNext()} ${this.#renderForm()}
        ${this.#isReviewed ? this.#renderRefused() : nothing}`;
      default:
        return html`${this.#renderAsked()} ${this.shows.can_choose_times ? this.#renderChooseTimes() : nothing}`;
    }
  }

  #renderChooseTimes() {
    return html`<div class="actions">
      <button class="primary" type="button" aria-disabled=${this.busy} @click=${() => this.revisit('times')}>
        ${say('chooseTimes')}
      </button>
    </div>`;
  }

  #renderCanceled() {
    const { canceled, terms } = this.shows;
    return html`<div class="stack">
      ${paymentAfter(canceled ?? { refund: null }, terms)}
      <p class="quiet">${sayVisit('bookAgainText')}</p>
      <div class="actions">
        <button class="primary" type="button" aria-disabled=${this.busy} @click=${this.bookAgain}>
          ${sayVisit('bookAgain')}
        </button>
      </div>
    </div>`;
  }

  #renderAsked() {
    const { requested, timezone } = this.shows;
    const [first, ...others] = [requested.primary, ...requested.alternates];
    return html`<section class="panel asked" aria-label=${say('panel')}>
      ${this.#renderTime(choiceWords(0), first ?? '', timezone)}
      ${facts([
        ...others.map((time, at) => ({ name: choiceWords(at + 1), value: lineStart(shortMoment(time)) })),
        ...this.#testAndClinic(),
      ])}
    </section>`;
  }

  #renderConfirmed() {
    const { scheduled_for: at, timezone, visit, reference, terms } = this.shows;
    const time = at === null ? null : wallTime(at, timezone ?? '');
    const { place } = this.view.summary;
    const text = () => calendarText(reference, terms, visit.preparation.length > 0);
    return html`<section class="panel asked" aria-label=${say('panelConfirmed')}>
        ${time === null ? nothing : this.#renderTime(say('when'), time.text, time.zone)}
        ${facts(this.#testAndClinic())}
      </section>
      <div class="actions">
        <button
          class="primary"
          type="button"
          aria-disabled=${this.busy}
          @click=${() => this.save({ file: 'calendar', body: { title: say('calendarTitle'), text: text() } })}
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
      </div>
      ${beforeYouCome(visit, 3)} ${this.#renderForm()}`;
  }

  #renderForm() {
    return doctorForm(
      this.shows.visit,
      3,
      html`<button type="button" aria-disabled=${this.busy} @click=${() => this.save({ file: 'vo2-form' })}>
        ${sayVisit('form')}
      </button>`,
    );
  }

  /** @param time the wall time at the clinic */
  #renderTime(name: string, time: string, zone: string | null) {
    return html`${dateTile(time)}
      <dl class="facts">
        <div>
          <dt>${name}</dt>
          <dd class="when figures"><span>${lineStart(longDate(time))}</span> <span>${timeOfDay(time)}</span></dd>
          ${zone === null ? nothing : html`<dd class="quiet">${lineStart(zoneWords(zone, time))}</dd>`}
        </div>
      </dl>`;
  }

  #testAndClinic(): Fact[] {
    const { place, test } = this.view.summary;
    return [
      ...(test === null ? [] : [{ name: say('test'), value: testLine(test) }]),
      ...(place === null ? [] : [{ name: say('clinic'), value: placeLines(place) }]),
    ];
  }

  #renderNext() {
    const { confirmation, terms } = this.shows;
    return html`<section class="stack" aria-labelledby="next">
      <h3 id="next">${say('next')}</h3>
      ${
        confirmation?.is_late
          ? notice(icons.note, noticeLines({ text: sayVisit('late'), contact: terms.contact }))
          : nothing
      }
      ${timeline(this.#moments())}
      <p>${say('keepFree')}</p>
    </section>`;
  }

  #moments(): Moment[] {
    const { physician_review: review } = this.shows;
    return [
      { state: 'done', title: say('sentTitle'), words: say('sentText') },
      ...(review ? [{ state: 'now', title: say('reviewTitle'), words: this.#reviewWords() } as const] : []),
      { state: review ? 'ahead' : 'now', title: say('confirmTitle'), words: this.#confirmWords() },
      { state: 'ahead', title: say('testTitle'), words: say('testText') },
    ];
  }

  #confirmWords(): string {
    const { confirmation } = this.shows;
    const usual = confirmation && !confirmation.is_late ? usualWords(confirmation) : null;
    return [say('confirmText'), usual ?? ''].join(' ').trim();
  }

  #reviewWords(): string {
    const { physician_deadline_at: due, timezone } = this.shows;
    const at = due === null ? null : wallTime(due, timezone ?? '');
    if (due === null || at === null) return say('reviewText');
    return say('reviewDue', { time: `${longMoment(at.text)} (${zoneWords(at.zone, due)})` });
  }

  #renderRefused() {
    const { refund_if_stopped: refund } = this.shows.terms;
    return html`<section class="stack" aria-labelledby="refused">
      <h3 id="refused">${say('refused')}</h3>
      <p>${say('refusedText')} ${partnerText(refund) ?? sayVisit('payment')}</p>
    </section>`;
  }

  #renderReceipt() {
    const { paid, email, phone, messages } = this.shows;
    const to = { email, sms: phone };
    return html`<section class="stack" aria-labelledby="receipt">
      <h3 id="receipt">${messages.length > 0 ? say('receipt') : say('payment')}</h3>
      ${facts([
        { name: say('paid'), value: priceWords(paid) },
        messages.length > 0
          ? { name: say('messages'), value: messages.map((way) => serviceText(to[way])) }
          : { name: say('email'), value: serviceText(email) },
      ])}
    </section>`;
  }

  #renderActions() {
    const { appointments_url: url } = this.shows;
    return html`<div class="actions">
      ${url === null ? nothing : html`<a class="button" href=${url}>${say('appointments')}</a>`}
      ${
        this.shows.actions.includes('consents')
          ? html`<button type="button" aria-disabled=${this.busy} @click=${() => this.save({ file: 'consents' })}>
              ${saySigned('print')}
            </button>`
          : nothing
      }
      ${
        this.view.can_start_over
          ? html`<button type="button" aria-disabled=${this.busy} @click=${this.startOver}>${say('another')}</button>`
          : nothing
      }
    </div>`;
  }
}

define('dx-sent-step', SentStep);
