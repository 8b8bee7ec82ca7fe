/** The words of the server's notices. */
import type { NoticeCode } from '../../server/contract/journey-api/notices.ts';
import { bookingLater as booking } from '../locales/en/booking-later.ts';

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
