/**
 * The screens on which the customer only waits: while the server places the order, and while it sends the request for
 * times to the location. Such a screen has a button when the server has stopped trying.
 */
import { css, html, type TemplateResult } from 'lit';
import type { OrderShows, ScheduleShows } from '../../../server/contract/journey-api/views.ts';
import { navigation, waiting as say } from '../../texts/english.ts';
import { define } from '../../ui/define.ts';
import { StepElement } from './step-element.ts';

/** A `.waiting-screen`. */
export const waitingStyles = css`
  .waiting-screen {
    display: grid;
    gap: 16px;
    justify-items: start;
    min-block-size: 200px;
    align-content: start;
  }
  .bar {
    inline-size: min(100%, 320px);
    block-size: 4px;
    margin-block-start: 8px;
    border-radius: 2px;
    overflow: hidden;
    direction: ltr;
    background: color-mix(in srgb, var(--_accent) 20%, transparent);
  }
  .bar::before {
    content: '';
    display: block;
    block-size: 100%;
    inline-size: 40%;
    border-radius: inherit;
    background: var(--_accent);
    animation: pass 1600ms 300ms ease-in-out infinite both;
  }
  @keyframes pass {
    from {
      translate: -100% 0;
    }
    to {
      translate: 250% 0;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .bar {
      display: none;
    }
  }
`;

/** The content of a screen that waits. */
export interface Waiting {
  title: string;
  words: string;
  /** Null while something is under way. */
  again: (() => void) | null;
}

/**
 * Draws the screen: a bar while something is under way, else the button "Try again".
 * @param it.again what the button does; null while something is under way
 */
export function waiting({ title, words, again }: Waiting): TemplateResult {
  return html`<div class="waiting-screen">
    <div>
      <h2 tabindex="-1">${title}</h2>
      <p class="lead">${words}</p>
    </div>
    ${
      again === null
        ? html`<div class="bar" aria-hidden="true"></div>`
        : html`<button class="primary" type="button" @click=${again}>${say('again')}</button>
            <p class="quiet">${say('againText')}</p>`
    }
  </div>`;
}

/** The notices of a write that goes on by itself, or that no press helps. */
const withoutPress: readonly unknown[] = ['stalled', 'upstream_unreadable'];

/** A step without an answer. */
abstract class WaitStep<S extends OrderShows | ScheduleShows> extends StepElement<S> {
  static override styles = [...StepElement.styles, waitingStyles];

  /** @param isStalled whether the server has stopped trying */
  protected abstract texts(isStalled: boolean): Omit<Waiting, 'again'>;

  protected override render(): TemplateResult {
    const isStalled = this.view.working === null && !this.busy;
    const again = isStalled && !withoutPress.includes(this.notice?.code) ? () => this.retry() : null;
    return waiting({ ...this.texts(isStalled), again });
  }
}

/** The element of the step `order`. */
export class OrderStep extends WaitStep<OrderShows> {
  protected override texts(isStalled: boolean): Omit<Waiting, 'again'> {
    return isStalled
      ? { title: say('orderStalled'), words: say('orderStalledText') }
      : { title: say('order'), words: say('orderText') };
  }

  override get waitingWords(): string {
    return navigation('ordering');
  }
}

/** The element of the step `schedule`. */
export class ScheduleStep extends WaitStep<ScheduleShows> {
  protected override texts(isStalled: boolean): Omit<Waiting, 'again'> {
    return isStalled
      ? { title: say('scheduleStalled'), words: say('scheduleStalledText') }
      : { title: say('schedule'), words: say('scheduleText') };
  }

  override get waitingWords(): string {
    return navigation('sending');
  }
}

define('dx-order-step', OrderStep);
define('dx-schedule-step', ScheduleStep);
