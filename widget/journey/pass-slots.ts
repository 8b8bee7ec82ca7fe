import type { Shows } from '../../server/contract/journey-api/views.ts';
import type { StepElement } from './steps/step-element.ts';

/**
 * Passes the slots of `host` that the partner has filled on to a step. An empty one is left out, so that the step's own
 * words show.
 */
export function passSlots(host: Element, step: StepElement<Shows>): void {
  for (const name of (step.constructor as typeof StepElement).slots) {
    const isFilled = [...host.children].some(({ slot }) => slot === name);
    const passed = [...step.children].find(({ slot }) => slot === name);
    if (!isFilled) passed?.remove();
    else if (passed === undefined)
      step.append(Object.assign(document.createElement('slot'), { name, slot: name }));
  }
}
