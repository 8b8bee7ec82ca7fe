/** The public types of `<dx-handoff>`. */
import type { HandoffView, OpenHandoff } from '../../server/contract/handoff-api.ts';
import type { SharedDetails, SharedElement, SharedProperties } from '../core/public-types.ts';

/** The properties of `<dx-handoff>`. */
export interface HandoffProperties extends SharedProperties {
  /** The id of a handoff that your backend opened. */
  handoffId: string;
  /** Where the hosted page opens, if the element opens the handoff. @default iframe */
  presentationMode: PresentationMode;
  /** The name of the frame for screen readers. @default Schedule your test */
  frameTitle: string;
  /** The times, the customer and the return addresses to hand over. */
  handoff: HandoffRequest | null;
}

/**
 * `<dx-handoff>`: shows the testing service's scheduling page.
 *
 * @slot contact - At the end of every screen, in place of the `SUPPORT_` settings. It also shows if your server does not respond.
 */
export interface HandoffElement extends SharedElement, HandoffProperties {}

/** Where the hosted page opens: in a frame, or as a page of its own. */
export type PresentationMode = HandoffView['presentation_mode'];

/** The order that `<dx-handoff>` passes to the hosted page. */
export type HandoffRequest = OpenHandoff;

/** The states of the handoff, the messages of the frame, and the confirmation. */
export type HandoffStep = HandoffView['state'] | 'ready' | 'exit' | 'return' | 'profile' | 'confirmed';

/** The `detail` of each event of `<dx-handoff>`. */
export interface HandoffDetails extends SharedDetails {
  /** The state of the handoff or of the frame has changed. Cancel `return` and `profile` to stay on your page. */
  'dx-handoff-step': { handoff_id: string; step: HandoffStep };
  /** The server has seen the request at the testing service. */
  'dx-handoff-complete': { handoff_id: string; appointment_id: string };
}
