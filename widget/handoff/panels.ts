/** The panels beside or instead of the frame: one for each state of a handoff (EMB-13, EMB-14). */
import type { HandoffAppointment, HandoffView } from '../../server/contract/handoff-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { type Failure, referenceOf } from '../session/failure.ts';
import { failureWords } from '../session/failure-words.ts';

/** The action of a panel's button: repeat the failed request, an action of the model, or reload the hosted page. */
export type PanelAction = 'again' | 'retry' | 'verify' | 'reopen';
/** The content of a panel. */
export interface Panel {
  title: string;
  text: string;
  /** What the customer names to support. */
  reference?: string | null;
  /** Draws the panel as an error. @default as information */
  look?: 'failed';
  /** What the button does. @default no button */
  action?: PanelAction;
  /** @default 'Try again' */
  label?: string;
  /** The hosted page as a link: in this tab, or in another. */
  link?: '_self' | '_blank';
}

/** @returns the panel of a failure */
export function failed(error: Failure): Panel {
  const { title, text, reference, button } = failureWords(error);
  return {
    look: 'failed',
    title,
    text,
    reference,
    ...(button !== null && { action: 'again', label: button }),
  };
}

type Refused = Pick<ProblemBody, 'title' | 'fields' | 'request_id' | 'upstream_request_id'>;

/** @returns the panel of a refusal, with its wrong fields as text */
export const refused = (problem: Refused): Panel => ({
  look: 'failed',
  title: problem.title,
  text: (problem.fields ?? []).map(({ path, message }) => `${path}: ${message}`).join(' '),
  reference: referenceOf(problem) ?? null,
});

/** Shown when the frame does not get ready in time. */
export const silent: Panel = {
  look: 'failed',
  title: 'The scheduling page does not show here',
  text: 'Try again, or open it in a new tab and come back when you are done.',
  action: 'reopen',
  link: '_blank',
};

/** Shown after the customer has left the hosted page. */
export const left: Panel = {
  title: 'You left scheduling',
  text: 'You can come back to it whenever you like.',
  action: 'reopen',
  label: 'Open scheduling again',
};

/**
 * The panel of an error that the hosted page reported.
 * @param status the service's own word for the error; unknown ones share a panel
 */
export const troubled = (status: string): Panel =>
  status === 'blocked_by_test_offering_policy'
    ? {
        look: 'failed',
        title: 'This test cannot be scheduled here',
        text: 'The rules of the test or of its location do not allow it for you.',
      }
    : { ...silent, title: 'Something went wrong in scheduling' };

/** @returns the panel for the state of a handoff; null when the hosted page shows the state itself */
export function standing({ state, presentation_mode, refusal: why, appointment }: HandoffView): Panel | null {
  const framed = presentation_mode === 'iframe';
  switch (state) {
    case 'preparing':
      return null;
    case 'open':
      return framed
        ? null
        : { title: 'Confirm your times', text: 'You do this on the scheduling page.', link: '_self' };
    case 'verifying':
      return {
        title: 'Checking your request',
        text: 'We are asking whether it arrived. Keep this page open for a moment.',
      };
    case 'requested':
      return requested(appointment);
    case 'stalled':
      return {
        look: 'failed',
        title: 'Scheduling does not answer',
        text: 'Nothing is lost, and trying again will not book twice.',
        action: 'retry',
      };
    case 'refused':
      return refused(why ?? { title: 'Scheduling was refused' });
    default:
      return {
        title: 'We cannot see your request yet',
        text: 'If you have sent it, it may have arrived all the same. Check again before you send another.',
        action: 'verify',
        label: 'Check again',
        link: framed ? '_blank' : '_self',
      };
  }
}

function requested(appointment: HandoffAppointment | null): Panel {
  const { status = 'pending_confirmation', scheduled_for, timezone } = appointment ?? {};
  if (status === 'confirmed')
    return {
      title: 'Your appointment is confirmed',
      text: scheduled_for && timezone ? timeIn(scheduled_for, timezone) : '',
    };
  return {
    title: 'Your request has arrived',
    text:
      status === 'pending_confirmation'
        ? 'The location confirms one of your times. It is not booked before that.'
        : `Where it stands: ${status.replaceAll('_', ' ')}.`,
  };
}

function timeIn(instant: string, timeZone: string): string {
  try {
    const at = { dateStyle: 'full', timeStyle: 'short', timeZone } as const;
    return new Date(instant).toLocaleString(document.documentElement.lang || [], at);
  } catch {
    return '';
  }
}
