/** The server places the order. The customer only waits. */
import type { OrderShows } from '../../../server/contract/journey-api/views.ts';
import { define } from '../../ui/define.ts';
import { StepElement } from './step-element.ts';
import { waiting, waitingStyles } from './waiting.ts';

/** The element of the step `order`. */
export class OrderStep extends StepElement<OrderShows> {
  static override styles = [...StepElement.styles, waitingStyles];

  protected override render() {
    const stalled = this.view.working === null && !this.busy;
    return waiting({
      title: stalled ? 'Your order is not placed yet' : 'Placing your order',
      words: stalled
        ? 'Your payment and everything you entered are kept.'
        : 'Your payment has arrived. This usually takes a few seconds, and you can leave this page open.',
      again: stalled && this.notice?.code !== 'stalled' ? () => this.retry() : null,
    });
  }
}

define('dx-order-step', OrderStep);
