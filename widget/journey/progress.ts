/** The progress bar of five phases, and the button back. The number of phases does not change on the way. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { booking } from '../texts/english.ts';

/** The `.progress` above the step. */
export const progressStyles = css`
  .progress {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    /* The button back has its place at the first step too, so that nothing moves when it comes. */
    grid-template-rows: minmax(48px, auto);
    align-items: center;
    gap: 8px;
  }
  .progress > .place {
    grid-column: 2;
    justify-self: end;
    text-align: end;
    text-wrap: balance;
  }
  .progress ol {
    grid-column: 1 / -1;
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    gap: 4px;
  }
  .progress li {
    min-inline-size: 0;
    padding-block-start: 8px;
    border-block-start: 4px solid var(--_hairline);
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
    line-height: 1.43;
    transition: border-color 200ms ease-out;
  }
  .progress li:first-child {
    border-start-start-radius: 2px;
    border-end-start-radius: 2px;
  }
  .progress li.done {
    border-color: var(--_accent);
  }
  .progress li.current {
    border-color: var(--_accent);
    color: var(--_text);
    font-weight: 600;
  }
  @container frame (max-width: 959px) {
    .place .name + span {
      display: none;
    }
    .progress li {
      padding: 0;
    }
    .progress li > span {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
  }
  @container frame (min-width: 960px) {
    .progress ol {
      gap: 8px;
    }
    .progress > .place .name {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .progress li {
      border-color: GrayText;
    }
    .progress li:is(.done, .current) {
      border-color: Highlight;
    }
  }
`;

/** The phases and the steps in each. A booking without some of the steps has the same phases. */
const phases = [
  { name: () => booking('phase_choose'), steps: ['place', 'product'] },
  { name: () => booking('phase_times'), steps: ['times'] },
  { name: () => booking('phase_details'), steps: ['identity', 'document', 'consent', 'prescreen'] },
  { name: () => booking('phase_pay'), steps: ['review', 'order'] },
  { name: () => booking('phase_request'), steps: ['questionnaire', 'schedule', 'sent', 'blocked'] },
] as const satisfies readonly { name: () => string; steps: readonly StepName[] }[];

/** All steps from the first to the last. */
export const stepOrder: readonly StepName[] = phases.flatMap(({ steps }) => [...steps]);

/** @returns the number of the phase that has the step, from 1; 0 for a step of a newer server */
export const phaseNumber = (step: string): number =>
  phases.findIndex(({ steps }) => (steps as readonly string[]).includes(step)) + 1;

/** The position in the booking, such as "Times, step 2 of 5". The live region announces it. A refusal has no position. */
export const positionWords = ({ shows: { step } }: JourneyView): string =>
  step === 'blocked'
    ? booking(step)
    : booking('announced', { step: booking(step), number: phaseNumber(step), total: phases.length });

/** Draws the shape of the progress bar while the booking loads. */
export const progressOutline = (): TemplateResult =>
  html`<div class="progress" aria-hidden="true">
    <p class="place quiet">&nbsp;</p>
    <ol>
      ${phases.map(() => html`<li><span>&nbsp;</span></li>`)}
    </ol>
  </div>`;

/** Draws the progress bar. @param wayBack what leads to the step before */
export function progress(view: JourneyView, wayBack: TemplateResult): TemplateResult {
  const { step } = view.shows;
  const current = phaseNumber(step);
  const position = booking('position', { number: current, total: phases.length });
  return html`<nav class="progress" part="progress" aria-label=${booking('progress')}>
    ${wayBack}
    <p class="place quiet figures">
      <span class="name">${positionWords(view)}</span><span>${step === 'blocked' ? booking(step) : position}</span>
    </p>
    <ol>
      ${phases.map(({ name }, index) => renderPhase(name(), index + 1 - current))}
    </ol>
  </nav>`;
}

/** @param distance from the current phase: negative for those that are done */
function renderPhase(name: string, distance: number) {
  const state = distance < 0 ? 'done' : distance === 0 ? 'current' : 'ahead';
  const words = distance < 0 ? booking('done') : distance === 0 ? '' : booking('toCome');
  return html`<li class=${state} aria-current=${distance === 0 ? 'step' : nothing}>
    <span>${name}</span> <i class="visually-hidden">${words}</i>
  </li>`;
}
