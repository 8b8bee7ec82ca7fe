/** The server places the order. The customer only waits. */
import type { OrderShows } from '../../../server/contract/journey-api/views.ts';
import { waiting as say } from '../../locales/en/waiting.ts';
import { define } from '../../ui/define.ts';
import { StepElement } from './step-element.ts';
import { waiting, waitingStyles } from './waiting.ts';

/** The element of the step `order`. */
export class OrderStep extends StepElement<OrderShows> {
  static override styles = [...StepElement.styles, waitingStyles];

  protected override render() {
    const stalled = this.view.working === null && !this.busy;
    return waiting({
      title: say(stalled ? 'orderStalled' : 'order'),
      words: say(stalled ? 'orderStalledText' : 'orderText'),
      again: stalled && this.notice?.code !== 'stalled' ? () => this.retry() : null,
    });
  }
}

define('dx-order-step', OrderStep);
