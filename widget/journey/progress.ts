/** The progress bar of the named steps, and the button back. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { icon } from '../ui/icon.ts';
import { stepWords } from './wording.ts';

/** The `.progress` above the step. */
export const progressStyles = css`
  .progress {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
    gap: 8px;
    min-block-size: 48px;
  }
  .progress > .place {
    grid-column: 2;
    justify-self: end;
    text-align: end;
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
    font-size: 14px;
    line-height: 20px;
    transition: border-color 200ms ease-out;
  }
  .progress li:first-child {
    border-start-start-radius: 2px;
    border-end-start-radius: 2px;
  }
  .progress li.done {
    border-color: color-mix(in srgb, var(--_accent) 55%, var(--_surface));
  }
  .progress li.current {
    border-color: var(--_accent);
    color: var(--_text);
    font-weight: 600;
  }
  .back {
    margin-inline-start: -12px;
  }
  .progress li > span {
    hyphens: auto;
  }
  @container frame (max-width: 959px) {
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
    .progress li.current {
      border-color: Highlight;
    }
    .progress li:not(.current) {
      border-color: GrayText;
    }
  }
`;

/** @returns the last earlier step that the server allows to revisit; null when there is none */
export function stepBack(view: JourneyView): StepName | null {
  const at = view.steps.findIndex((step) => step.state === 'current');
  return view.steps.slice(0, Math.max(at, 0)).findLast((step) => step.can_revisit)?.name ?? null;
}

/** The position in the steps, such as "Times, step 3 of 8". The live region announces it. */
export function placeWords(view: JourneyView): string {
  const at = view.steps.findIndex((step) => step.state === 'current');
  const name = stepWords[view.shows.step];
  return at < 0 ? name : `${name}, step ${at + 1} of ${view.steps.length}`;
}

/** Draws the progress bar. While `busy`, the button back does nothing. */
export function progress(
  view: JourneyView,
  busy: boolean,
  revisit: (step: StepName) => void,
): TemplateResult {
  const back = stepBack(view);
  const at = view.steps.findIndex((step) => step.state === 'current');
  return html`<nav class="progress" part="progress" aria-label="Booking progress">
    ${
      back === null
        ? nothing
        : html`<button
            class="tertiary back"
            type="button"
            aria-disabled=${busy}
            @click=${() => !busy && revisit(back)}
          >
            ${icon('back')}Back<span class="visually-hidden"> to ${stepWords[back]}</span>
          </button>`
    }
    ${
      at < 0
        ? nothing
        : html`<p class="place quiet figures">
            <span class="name">${stepWords[view.shows.step]} · </span>Step ${at + 1} of ${view.steps.length}
          </p>`
    }
    <ol>
      ${view.steps.map(
        ({ name, state }) =>
          html`<li class=${state} aria-current=${state === 'current' ? 'step' : nothing}>
            <span>${stepWords[name]}</span
            ><i class="visually-hidden">${state === 'current' ? '' : state === 'done' ? ' (done)' : ' (to come)'}</i>
          </li>`,
      )}
    </ol>
  </nav>`;
}
