/** The button in the progress bar that leads to the step before. */
import { html, nothing, type TemplateResult } from 'lit';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { stepNames } from '../locales/en/booking.ts';
import { bookingLater } from '../locales/en/booking-later.ts';
import { icon } from '../ui/icon.ts';

/** @returns the last earlier step that the server allows to revisit; null when there is none */
function stepBack(view: JourneyView): StepName | null {
  const at = view.steps.findIndex((step) => step.state === 'current');
  return view.steps.slice(0, Math.max(at, 0)).findLast((step) => step.can_revisit)?.name ?? null;
}

/** The button to the last earlier step that may be revisited; nothing without one. While `busy`, it does nothing. */
export function backButton(
  view: JourneyView,
  busy: boolean,
  revisit: (step: StepName) => void,
): TemplateResult | typeof nothing {
  const step = stepBack(view);
  if (step === null) return nothing;
  return html`<button
    class="tertiary back"
    type="button"
    aria-label=${bookingLater('backTo', { step: stepNames(step) })}
    aria-disabled=${busy}
    @click=${() => !busy && revisit(step)}
  >
    ${icon('back')}${bookingLater('back')}
  </button>`;
}
