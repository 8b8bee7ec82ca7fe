/** What a refusal that no step knows a remedy for makes of the journey: it stays where it is and asks for support. */
import { type Journey, notice } from './journey-state.ts';
import type { Refusal, Transition } from './step.ts';

export const askSupport = (journey: Journey, refusal: Refusal): Transition => ({
  journey: { ...journey, notice: notice('support_needed', [], refusal.requestId) },
  at: journey.step,
});
