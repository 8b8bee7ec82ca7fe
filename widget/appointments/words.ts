/** Which message says what about an appointment. They never promise more than is true (SCH-09, T32, T33). */
import type {
  AppointmentAction,
  AppointmentStatus,
  AppointmentView,
  ChangeView,
} from '../../server/contract/appointments-api.ts';
import { appointments as say, signed as saySigned, visit as sayVisit } from '../texts/english.ts';
import { canceledWords } from '../visit/words.ts';

/** The status of an appointment in words. */
export interface StatusWords {
  title: string;
  /** Null when the title says everything. */
  text: string | null;
  tone: 'pending' | 'good' | 'ended';
}

/**
 * Words for the status of an appointment. The service's own word for an unknown status is never shown.
 * @param continues whether the customer can continue the booking in the page
 */
export function statusWords(
  { status, canceled, asked }: Pick<AppointmentView, 'status' | 'canceled' | 'asked'>,
  continues = false,
): StatusWords {
  switch (status) {
    case 'unscheduled':
      return {
        title: asked === null ? say('unscheduledTitle') : sayVisit('declinedTitle'),
        text: asked === null || continues ? say('unscheduledText') : sayVisit('declinedText'),
        tone: 'pending',
      };
    case 'requested':
      return { title: say('requestedTitle'), text: say('requestedText'), tone: 'pending' };
    case 'confirmed':
      return { title: say('confirmedTitle'), text: null, tone: 'good' };
    case 'canceled':
      return { title: canceledWords(canceled ?? { by: null, of: 'appointment' }), text: null, tone: 'ended' };
    case 'refunded':
      return { title: say('refundedTitle'), text: null, tone: 'ended' };
    case 'no_show':
      return { title: say('missedTitle'), text: say('missedText'), tone: 'ended' };
    case 'results_in_progress':
      return { title: say('resultsPendingTitle'), text: say('resultsPendingText'), tone: 'pending' };
    case 'results_ready':
      return { title: say('resultsReadyTitle'), text: null, tone: 'good' };
    case 'completed':
      return { title: say('completedTitle'), text: null, tone: 'ended' };
    case 'unread':
      return { title: say('unreadTitle'), text: say('unreadText'), tone: 'pending' };
    default:
      return { title: say('unknownTitle'), text: say('unknownText'), tone: 'pending' };
  }
}

const ahead: readonly AppointmentStatus[] = ['unscheduled', 'requested', 'confirmed', 'unknown', 'unread'];

/** Whether the appointment is in the future, or may be. */
export const isAhead = ({ status }: AppointmentView): boolean => ahead.includes(status);

/** The label of an action's button, and its label while the action runs. */
export function actionWords(
  action: AppointmentAction,
  { status }: AppointmentView,
): { label: string; busy: string } | undefined {
  switch (action) {
    case 'check_in':
      return { label: say('checkIn'), busy: say('opening') };
    case 'results':
      return { label: say('results'), busy: say('loadingShort') };
    case 'signed_form':
      return { label: say('signedForm'), busy: say('saving') };
    case 'vo2_form':
      return { label: sayVisit('form'), busy: say('saving') };
    case 'consents':
      return { label: saySigned('heading'), busy: say('loadingShort') };
    case 'reschedule':
      return { label: say('reschedule'), busy: say('loadingShort') };
    case 'cancel':
      return { label: cancelLabel(status), busy: say('canceling') };
  }
}

const cancelLabel = (status: AppointmentStatus): string =>
  status === 'requested' ? say('cancelRequest') : say('cancel');

/** The words of a question before a change. */
export interface AskWords {
  title: string;
  texts: readonly string[];
  keep: string;
  go: string;
}

/** The question before a cancellation. */
export function cancelWords({ status, actions, within_24_hours: isLate }: AppointmentView): AskWords {
  if (status === 'requested') {
    const texts = [say('cancelRequestText')];
    return {
      title: say('cancelRequestHeading'),
      texts,
      keep: say('keepRequest'),
      go: say('cancelRequestYes'),
    };
  }
  const text = actions.includes('reschedule') ? say('cancelOrChange') : say('cancelText');
  const texts = [...(isLate ? [say('lateSoon')] : []), text];
  return { title: say('cancelHeading'), texts, keep: say('keepAppointment'), go: say('cancelYes') };
}

/** The warning that the service wants the customer to accept first (APT-43). */
export function lateWords(kind: ChangeView['kind']): AskWords {
  const title = say('lateHeading');
  return kind === 'cancel'
    ? { title, texts: [say('lateCancelText')], keep: say('keepAppointment'), go: say('cancelAnyway') }
    : { title, texts: [say('lateChangeText')], keep: say('keepTime'), go: say('requestAnyway') };
}

/** The message about a change that is not done; null for a change that needs none. */
export function changeWords({ change, stale }: Pick<AppointmentView, 'change' | 'stale'>): string | null {
  // What a read has not shown is not claimed.
  const unchanged = stale ? '' : ` ${say('unchanged')}`;
  switch (change?.state) {
    case 'sending':
      return say('changeSending');
    case 'stalled':
      return say('changeStalled');
    case 'slot_gone':
      return say('changeTaken') + unchanged;
    case 'refused':
      return say('changeRefused') + unchanged;
    default:
      return null;
  }
}
