/** The words of the server's notices. */
import { nothing, type TemplateResult } from 'lit';
import type { Notice, NoticeCode } from '../../server/contract/journey-api/notices.ts';
import { notices } from '../locales/en/booking-later.ts';
import { failures } from '../locales/en/failures.ts';
import { banner } from './banner.ts';

/** The notices that the step itself shows. */
const inStep = [
  'document_refused',
  'payment_not_arrived',
  'slot_gone',
  'zip_unknown',
] as const satisfies NoticeCode[];

/** @returns the words of a notice; null when the step itself shows it, and for a code of a newer server */
export const noticeWords = (code: NoticeCode): string | null =>
  (inStep as readonly NoticeCode[]).includes(code) || !Object.hasOwn(notices.english, code)
    ? null
    : notices(code as Exclude<NoticeCode, (typeof inStep)[number]>);

/** The banner of a notice; nothing when it has no words. @param retry sends a parked write again */
export function noticeBanner(
  { code, upstream_request_id }: Notice,
  retry: () => void,
): TemplateResult | typeof nothing {
  const words = noticeWords(code);
  const help = code === 'stalled' ? { label: failures('tryAgain'), press: retry } : null;
  return words === null ? nothing : banner(null, words, help, upstream_request_id);
}
