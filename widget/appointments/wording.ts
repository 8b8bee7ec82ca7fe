/**
 * The words of the appointments: status, actions and changes. They never promise more than is true (SCH-09, T32,
 * T33).
 */
import type {
  AppointmentAction,
  AppointmentStatus,
  AppointmentView,
} from '../../server/contract/appointments-api.ts';
import { plainName } from './plain.ts';

export interface StandingWords {
  title: string;
  text: string;
  look: 'waits' | 'stands' | 'ended';
}

const standings: Record<Exclude<AppointmentStatus, 'unknown'>, StandingWords> = {
  unscheduled: {
    title: 'No time asked for yet',
    text: 'The test is ordered. No time has been asked for yet.',
    look: 'waits',
  },
  requested: {
    title: 'Waiting for the location',
    text: 'You asked for this. No time is fixed until the location confirms one.',
    look: 'waits',
  },
  confirmed: { title: 'Confirmed', text: 'The location has confirmed this time.', look: 'stands' },
  canceled: { title: 'Canceled', text: 'This appointment will not take place.', look: 'ended' },
  refunded: { title: 'Refunded', text: 'This appointment will not take place.', look: 'ended' },
  no_show: { title: 'Missed', text: 'The location reports that nobody came.', look: 'ended' },
  results_in_progress: {
    title: 'Results in progress',
    text: 'Your results are being prepared. They appear here when they are ready.',
    look: 'waits',
  },
  results_ready: { title: 'Results ready', text: 'Your results are here.', look: 'stands' },
  completed: { title: 'Completed', text: 'Everything about this appointment is done.', look: 'ended' },
  unread: {
    title: 'Not available just now',
    text: 'We could not read this appointment just now. Nothing about it has changed here.',
    look: 'waits',
  },
};

/** Words for the status of an appointment. A status that we do not know is shown in the service's own word. */
export function standingWords({ standing, status }: AppointmentView): StandingWords {
  if (standing !== 'unknown') return standings[standing];
  const title = status === null ? 'Unknown' : plainName(status);
  return { title, text: 'This is how the service words it.', look: 'waits' };
}

/** Whether the appointment is in the future, or may be. */
export const isAhead = ({ standing }: AppointmentView): boolean =>
  ['unscheduled', 'requested', 'confirmed', 'unknown', 'unread'].includes(standing);

/** The label of each action's button, and its label while the action runs. */
export const actionWords: Record<AppointmentAction, { label: string; busy: string }> = {
  check_in: { label: 'Check in', busy: 'Opening' },
  results: { label: 'See results', busy: 'Loading' },
  signed_form: { label: 'Signed form (PDF)', busy: 'Fetching' },
  vo2_form: { label: 'Blank VO2 assessment (PDF)', busy: 'Fetching' },
  reschedule: { label: 'Ask for another time', busy: 'Loading' },
  cancel: { label: 'Cancel appointment', busy: 'Canceling' },
};

/** Shown when the server does not know the location of the appointment. */
export const elsewhereWords = 'Another time cannot be asked for here. Please ask where you booked.';

/** The words of a question before a change. */
export interface AskWords {
  title: string;
  text: string;
  keep: string;
  go: string;
}

/** The question before a cancel. */
export const cancelWords: AskWords = {
  title: 'Cancel this appointment?',
  text: 'Your time goes back to the location, and canceling cannot be undone. If another day suits you better, ask for another time instead.',
  keep: 'Keep appointment',
  go: 'Cancel appointment',
};

/** The warning that the service wants the customer to accept first (APT-43). */
export const warnedWords: Record<'cancel' | 'reschedule', AskWords> = {
  cancel: {
    title: 'This is less than 24 hours away',
    text: 'Canceling this late can come with a penalty. Nothing has been canceled yet.',
    keep: 'Keep appointment',
    go: 'Cancel all the same',
  },
  reschedule: {
    title: 'This is less than 24 hours away',
    text: 'Moving it this late can come with a penalty. Nothing has been changed yet.',
    keep: 'Keep the time I have',
    go: 'Ask all the same',
  },
};

/** The message after a change. */
export const doneWords = {
  cancel: 'Your appointment is canceled.',
  reschedule: 'Your request is sent. Until the location confirms a time, none is fixed.',
} as const;

/** The message about a change that is not done. */
export const changeWords = {
  sending: 'Your change is on its way. This takes a moment.',
  stalled: 'This could not be finished yet. Trying again will not do it twice.',
  slot_gone: 'A time you chose has just been taken. Nothing has changed; choose again.',
  refused: 'The service did not accept this. Nothing has changed.',
} as const;
