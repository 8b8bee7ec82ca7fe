/** Fires each change of the step, and the completion only when the server has seen the request (EMB-14). */
import type { HandoffView } from '../../server/contract/handoff-api.ts';
import { type Emit, emit as emitAny } from '../core/public-events.ts';
import type { HandoffDetails, HandoffStep } from './public-types.ts';

/** Fires an event of `<dx-handoff>`. @returns false when the page prevented it */
export const emit: Emit<HandoffDetails> = emitAny;

/** Fires the events for the views of one element. */
export class EventReporter {
  readonly #target: Element;
  #handoffId = '';
  #step: HandoffStep | null = null;
  #completed = false;

  constructor(target: Element) {
    this.#target = target;
  }

  report({ handoff_id, state, appointment, refusal }: HandoffView): void {
    if (handoff_id !== this.#handoffId) {
      this.#handoffId = handoff_id;
      this.#step = null;
      this.#completed = false;
    }
    const step = state === 'requested' && appointment?.status === 'confirmed' ? 'confirmed' : state;
    if (step === this.#step) return;
    this.#step = step;
    emit(this.#target, 'dx-handoff-step', { handoff_id, step }, true);
    if (state === 'refused') emit(this.#target, 'dx-error', { code: refusal?.code ?? state }, true);
    // After the location declines, the customer chooses other times and requests again.
    if (state === 'open') this.#completed = false;
    if (state !== 'requested' || appointment === null || this.#completed) return;
    this.#completed = true;
    const { appointment_id } = appointment;
    emit(this.#target, 'dx-handoff-complete', { handoff_id, appointment_id }, true);
  }
}
