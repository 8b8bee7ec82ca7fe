/** The server places the order. The customer only waits. */
import type { OrderShows } from '../../../server/contract/journey-api/views.ts';
import { navigation, waiting as say } from '../../texts/english.ts';
import { define } from '../../ui/define.ts';
import { StepElement } from './step-element.ts';
import { waiting, waitingStyles } from './waiting.ts';

/** The element of the step `order`. */
export class OrderStep extends StepElement<OrderShows> {
  static override styles = [...StepElement.styles, waitingStyles];

  override get waitingWords(): string {
    return navigation('ordering');
  }

  protected override render() {
    const stalled = this.view.working === null && !this.busy;
    return waiting({
      title: say(stalled ? 'orderStalled' : 'order'),
      words: say(stalled ? 'orderStalledText' : 'orderText'),
      again:
        stalled && !['stalled', 'upstream_unreadable'].includes(this.notice?.code ?? '')
          ? () => this.retry()
          : null,
    });
  }
}

define('dx-order-step', OrderStep);
