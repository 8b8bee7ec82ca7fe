/** The words of the booking's frame: names of steps, phases, notices and waiting. */
import type { NoticeCode } from '../../server/contract/journey-api/notices.ts';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import { booking } from '../locales/en/booking.ts';

/** @returns the name of a step */
export const stepName = (step: StepName): string => booking(step);

/** The notices that the step itself shows. */
const inStep = [
  'document_refused',
  'payment_not_arrived',
  'slot_gone',
  'zip_unknown',
] as const satisfies NoticeCode[];

/** @returns the words of a notice; null when the step itself shows it, and for a code of a newer server */
export const noticeWords = (code: NoticeCode): string | null =>
  (inStep as readonly NoticeCode[]).includes(code) || !Object.hasOwn(booking.english, code)
    ? null
    : booking(code as Exclude<NoticeCode, (typeof inStep)[number]>);

/**
 * Words for a wait.
 * @param step the step that is waited for; null before the first
 * @param isLong whether the wait has taken more than 15 seconds
 */
export function waitingWords(step: StepName | null, isLong: boolean): string {
  if (isLong) return booking('slow');
  if (step === 'order') return booking('ordering');
  if (step === 'schedule') return booking('sending');
  return booking(step === null ? 'loading' : 'working');
}
