/**
 * The public events of `<dx-handoff>`: opaque ids, steps and codes; never an address and never what a customer typed.
 */
import type { HandoffState } from '../../server/contract/handoff-api.ts';
import { type ElementEvents, type Emit, emit as emitAny } from '../core/public-events.ts';

/** The server's states, the messages of the frame, and the confirmation. */
export type HandoffStep = HandoffState | 'ready' | 'exit' | 'return' | 'profile' | 'confirmed';

/** The `detail` of each event, by its name. */
export type HandoffEvents = Omit<ElementEvents, 'dx-error'> & {
  'dx-handoff-step': { handoff_id: string; step: HandoffStep };
  'dx-handoff-complete': { handoff_id: string; appointment_id: string };
  /** The code of a refusal; failures are reported with their facts. */
  'dx-error': { code: string };
};

/** Fires an event of `<dx-handoff>`. @returns false when the page prevented it */
export const emit: Emit<HandoffEvents> = emitAny;
