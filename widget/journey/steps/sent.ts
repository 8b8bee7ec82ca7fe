/**
 * The sent request and what happens next. It is called a request until the location confirms it (SCH-09, SCH-11,
 * T32).
 */
import { css, html, nothing } from 'lit';
import type { SentShows } from '../../../server/contract/journey-api/views.ts';
import { define } from '../../ui/define.ts';
import { dateLeaf, longDate, shortMoment, timeOfDay } from '../../ui/format.ts';
import { testName } from '../../ui/test-names.ts';
import { placeName, placeRest } from './place-words.ts';
import { StepElement } from './step-element.ts';
import { type Moment, timeline, timelineStyles } from './timeline.ts';

/** The element of the step `sent`. */
export class SentStep extends StepElement<SentShows> {
  static override styles = [
    ...StepElement.styles,
    timelineStyles,
    css`
      .asked {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        align-items: start;
        gap: 16px;
        padding: 20px;
      }
      .leaf {
        display: grid;
        inline-size: 72px;
        padding-block: 8px 10px;
        border: 1px solid var(--_line);
        border-radius: var(--_radius);
        background: var(--_surface);
        text-align: center;
        font-size: calc(var(--_dx-size) * 0.875);
        line-height: 20px;
      }
      .leaf strong {
        font-size: calc(var(--_dx-size) * 1.625);
        line-height: 32px;
      }
      @container (max-width: 240px) {
        .asked {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      .asked .when {
        font-weight: 650;
      }
      .asked .rest {
        grid-column: 1 / -1;
      }
    `,
  ];

  protected override render() {
    const { order_ref: reference } = this.shows;
    return html`<div class="groups">
      <div>
        <h2 tabindex="-1">${this.#heading()}</h2>
        <p class="lead">${this.#lead()}</p>
      </div>
      ${this.#renderAsked()}
      <section class="stack" aria-labelledby="next">
        <h3 id="next">What happens next</h3>
        ${timeline(this.#moments())}
      </section>
      <section class="stack" aria-labelledby="meanwhile">
        <h3 id="meanwhile">Meanwhile</h3>
        <p>
          Keep the times you asked for free until you hear which one it is.
        </p>
        <p class="quiet figures">Your reference: <strong>${reference}</strong></p>
      </section>
      ${
        this.view.can_start_over
          ? html`<div class="actions">
              <button type="button" aria-disabled=${this.busy} @click=${this.startOver}>Ask for another test</button>
            </div>`
          : nothing
      }
    </div>`;
  }

  #heading(): string {
    switch (this.shows.status) {
      case 'pending_confirmation':
        return this.shows.physician_review ? 'Request sent, a physician reviews it' : 'Request sent';
      case 'confirmed':
        return 'The location has confirmed';
      case 'canceled':
        return 'This request was canceled';
      default:
        return 'Your request';
    }
  }

  #lead(): string {
    const { status, physician_review: review } = this.shows;
    if (status === 'confirmed') return 'Your appointment is confirmed. These are the times you asked for.';
    if (status === 'canceled') return 'No appointment will take place for it.';
    if (review)
      return 'Because of your answers, a physician looks at your request too. Until then no time is fixed.';
    return 'The location confirms within its opening hours. Until then no time is fixed.';
  }

  #renderAsked() {
    const { requested, timezone } = this.shows;
    const { place, test } = this.view.summary;
    const leaf = dateLeaf(requested.primary);
    return html`<section class="panel asked" aria-label="What you asked for">
      <div class="leaf figures" aria-hidden="true">${leaf.weekday}<strong>${leaf.day}</strong>${leaf.month}</div>
      <div>
        <p class="quiet">First choice</p>
        <p class="when figures">${longDate(requested.primary)}<br />${timeOfDay(requested.primary)}</p>
        ${timezone === null ? nothing : html`<p class="quiet">Local time at the location (${timezone.replaceAll('_', ' ')})</p>`}
      </div>
      <div class="rest stack">
        <div>
          <p class="quiet">${requested.alternates.length > 1 ? 'Alternates' : 'Alternate'}</p>
          <ul class="figures">${requested.alternates.map((time) => html`<li>${shortMoment(time)}</li>`)}</ul>
        </div>
        ${test === null ? nothing : html`<div><p class="quiet">Test</p><p>${test.name ?? testName(test.test_type)}</p></div>`}
        ${
          place === null
            ? nothing
            : html`<div><p class="quiet">Place</p><p>${placeName(place)}</p><p>${placeRest(place)}</p></div>`
        }
      </div>
    </section>`;
  }

  #moments(): Moment[] {
    const { status, physician_review: review } = this.shows;
    const confirmed = status === 'confirmed';
    const waits = status === 'pending_confirmation';
    const physician: Moment = {
      state: confirmed ? 'done' : waits ? 'now' : 'ahead',
      title: 'A physician looks at your answers',
      words: 'Your request goes ahead when they agree.',
    };
    return [
      {
        state: 'done',
        title: 'Your request is sent',
        words: 'With your times and your answers.',
      },
      ...(review ? [physician] : []),
      {
        state: confirmed ? 'done' : waits && !review ? 'now' : 'ahead',
        title: 'The location confirms a time',
        words: 'One of the times you asked for, or it gets in touch.',
      },
      {
        state: confirmed ? 'now' : 'ahead',
        title: 'Your test',
        words: 'At the location, at the confirmed time.',
      },
    ];
  }
}

define('dx-sent-step', SentStep);
