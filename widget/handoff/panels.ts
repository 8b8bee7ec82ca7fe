/** The panels beside or instead of the frame: one for each state of a handoff (EMB-13, EMB-14). */
import type { HandoffAppointment, HandoffView } from '../../server/contract/handoff-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import type { ViewFailure } from '../core/remote-view.ts';
import { referenceOf } from '../session/failure.ts';
import { failureWords, problemWords } from '../session/failure-words.ts';
import { details, handoff } from '../texts/english.ts';
import { spoken } from '../texts/spoken.ts';
import { listWords, zoneStyle } from '../ui/format.ts';

/** The action of a panel's button: repeat the failed request, an action of the model, or open the hosted page again. */
export type PanelAction = 'again' | 'retry' | 'verify' | 'reopen';
/** The content of a panel. */
export interface Panel {
  title: string;
  text: string;
  /** The reference that the customer names to support. */
  reference?: string | null;
  /** Draws the panel as an error. @default as information */
  look?: 'failed';
  /** The action of the button. @default no button */
  action?: PanelAction;
  /** @default 'Try again' */
  label?: string;
  /** The hosted page as a link: in this tab, or in another. */
  link?: '_self' | '_blank';
  /** Whether a button beside the link asks for another one, because its page may have expired. @default false */
  renews?: true;
}

/**
 * Makes the panel of a failure or of a refusal. Until `loadProblemWords` has resolved, refusals have general words.
 * @returns null without a failure and a refusal
 */
export function errorPanel(
  failure: ViewFailure | null,
  problem: ProblemBody | null | undefined,
): Panel | null {
  if (failure !== null) return failed(failure);
  return problem ? refused(problem) : null;
}

function failed({ error, keepsTrying }: ViewFailure): Panel {
  const { title, text, reference, button } = failureWords(error, keepsTrying);
  return {
    look: 'failed',
    title,
    text,
    reference,
    ...(button !== null && { action: 'again', label: button }),
  };
}

type Refused = Pick<ProblemBody, 'code' | 'fields' | 'request_id' | 'upstream_request_id'>;

/** @returns the panel of a refusal. The page has passed the details on, so their names are all that helps. */
function refused(problem: Refused): Panel {
  const names = (problem.fields ?? []).map(({ path }) => path.split('.').find(isDetail)).filter(isDetail);
  const fields = listWords([...new Set(names)].map((name) => details(name)));
  return {
    look: 'failed',
    title: problemWords(problem.code === 'invalid_fields' ? 'not_accepted' : problem.code),
    text: fields === '' ? '' : handoff('checkFields', { fields }),
    reference: referenceOf(problem) ?? null,
    ...(passing.includes(problem.code) && { action: 'reopen' }),
  };
}

/** Refusals whose words ask to try again. The others need a change of the page. */
const passing = ['handoff_under_way', 'handoff_not_found', 'order_not_found'];

const isDetail = (name: string | undefined) => name !== undefined && details.has(name);

/** A report of the frame while the handoff is open: silence, an error of its page, or that the customer left. */
export type FrameReport = 'silent' | 'failed' | 'blocked' | 'left';

/**
 * Reads an error that the frame reported.
 * @param status the service's own word for its error; unknown ones are `failed`
 */
export const reportOf = (status: string): FrameReport =>
  status === 'blocked_by_test_offering_policy' ? 'blocked' : 'failed';

/** @returns the panel for what the frame reported */
export function reportPanel(report: FrameReport): Panel {
  switch (report) {
    case 'left':
      return {
        title: handoff('left'),
        text: handoff('leftText'),
        action: 'reopen',
        label: handoff('reopen'),
      };
    case 'blocked':
      return { look: 'failed', title: handoff('blocked'), text: handoff('blockedText') };
    default:
      return {
        look: 'failed',
        title: report === 'silent' ? handoff('silent') : handoff('frameFailed'),
        text: handoff('silentText'),
        action: 'retry',
        link: '_blank',
      };
  }
}

/** @returns the panel for the state of a handoff; null while it is prepared, or when the hosted page shows the state */
export function statePanel({
  handoff_id: reference,
  state,
  presentation_mode,
  refusal: why,
  appointment,
}: HandoffView): Panel | null {
  const framed = presentation_mode === 'iframe';
  switch (state) {
    case 'preparing':
      return null;
    case 'open':
      return framed
        ? null
        : {
            title: handoff('confirm'),
            text: handoff('confirmText'),
            link: '_self',
            renews: true,
          };
    case 'verifying':
      return { title: handoff('verifying'), text: handoff('verifyingText') };
    case 'requested':
      return requested(appointment);
    case 'stalled':
      return {
        look: 'failed',
        title: handoff('stalled'),
        text: handoff('stalledText'),
        reference,
        action: 'retry',
      };
    case 'refused':
      return why === null ? { look: 'failed', title: handoff('refused'), text: '' } : refused(why);
    default:
      return {
        title: handoff('unseen'),
        text: handoff('unseenText'),
        reference,
        action: 'verify',
        label: handoff('checkAgain'),
        link: framed ? '_blank' : '_self',
        renews: true,
      };
  }
}

/** States of an appointment after `pending_confirmation` that have words of their own. */
const ended: Partial<Record<string, () => string>> = {
  confirmed: () => handoff('confirmed'),
  canceled: () => handoff('canceled'),
  completed: () => handoff('completed'),
};

function requested(appointment: HandoffAppointment | null): Panel {
  const { status = 'pending_confirmation', scheduled_for, timezone } = appointment ?? {};
  if (status === 'pending_confirmation')
    return { title: handoff('requested'), text: handoff('requestedText') };
  const time = status === 'confirmed' && scheduled_for && timezone ? timeIn(scheduled_for, timezone) : '';
  return { title: ended[status]?.() ?? handoff('otherState'), text: time };
}

function timeIn(instant: string, timeZone: string): string {
  try {
    return new Date(instant).toLocaleString(spoken.tag, {
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
      timeZoneName: zoneStyle(Date.parse(instant), timeZone),
    });
  } catch {
    return '';
  }
}
