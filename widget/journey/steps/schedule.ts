/** The server sends the request for times to the location. The customer only waits. */
import type { ScheduleShows } from '../../../server/contract/journey-api/views.ts';
import { navigation, waiting as say } from '../../texts/english.ts';
import { define } from '../../ui/define.ts';
import { StepElement } from './step-element.ts';
import { waiting, waitingStyles } from './waiting.ts';

/** The element of the step `schedule`. */
export class ScheduleStep extends StepElement<ScheduleShows> {
  static override styles = [...StepElement.styles, waitingStyles];

  override get waitingWords(): string {
    return navigation('sending');
  }

  protected override render() {
    const stalled = this.view.working === null && !this.busy;
    return waiting({
      title: say(stalled ? 'scheduleStalled' : 'schedule'),
      words: say(stalled ? 'scheduleStalledText' : 'scheduleText'),
      again:
        stalled && !['stalled', 'upstream_unreadable'].includes(this.notice?.code ?? '')
          ? () => this.retry()
          : null,
    });
  }
}

define('dx-schedule-step', ScheduleStep);
