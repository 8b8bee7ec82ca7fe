/** Puts a step on a page as the shell does. */

import { detailsSteps } from '../../../widget/journey/step-modules.ts';
import { nextTask } from '../assert.ts';
import '../../../widget/journey/steps/place.ts';
import type { Shows } from '../../../server/contract/journey-api/views.ts';
import type { StepEvents } from '../../../widget/journey/step-outlet.ts';
import type { StepElement } from '../../../widget/journey/steps/step-element.ts';
import type { State } from './state.ts';
import { viewOf } from './states.ts';

export type Step = StepElement<Shows>;

export async function stage(state: State, parent: Element): Promise<Step> {
  await detailsSteps.load();
  const step = document.createElement(`dx-${state.shows.step}-step`) as Step;
  const view = viewOf(state.shows, state.view);
  Object.assign(step, { shows: state.shows, view, notice: view.notice, draft: state.draft ?? null });
  step.busy = state.busy ?? false;
  step.addEventListener('dx-preview', (event) => {
    if (state.previews === undefined) return;
    const { offerings, received } = (event as StepEvents['dx-preview']).detail;
    received(state.previews(offerings));
  });
  parent.append(step);
  await step.updateComplete;
  if (state.problem !== undefined) step.problem = state.problem;
  if (state.submit) step.shadowRoot?.querySelector('form')?.requestSubmit();
  await step.updateComplete;
  await nextTask();
  return step;
}
