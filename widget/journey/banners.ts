/** Which banner is above a step: a notice of the server, a refusal, or a failure with one button. */
import { nothing, type TemplateResult } from 'lit';
import type { Notice, NoticeCode } from '../../server/contract/journey-api/notices.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { pressOf, type ViewFailure } from '../core/remote-view.ts';
import { mayPass, referenceOf } from '../session/failure.ts';
import { failureWords, problemWords } from '../session/failure-words.ts';
import { booking, failures, notices } from '../texts/english.ts';
import { banner } from './banner.ts';

/** The notices that the step itself shows. */
const inStep: readonly NoticeCode[] = ['document_refused', 'payment_not_arrived', 'slot_gone', 'zip_unknown'];

/** @returns the words of a notice; null when the step itself shows it, and for a code of a newer server */
const noticeWords = ({ code }: Notice): string | null =>
  inStep.includes(code) || !notices.has(code) ? null : notices(code);

function noticeBanner(notice: Notice, retry: () => void): TemplateResult | typeof nothing {
  const words = noticeWords(notice);
  if (words === null) return nothing;
  return banner({
    text: words,
    reference: notice.reference ?? notice.upstream_request_id,
    contact: notice.contact,
    button: notice.code === 'stalled' ? failures('tryAgain') : null,
    press: retry,
  });
}

const hasFields = ({ fields = [] }: ProblemBody): boolean => fields.length > 0;

/** Without a form, no answer is marked. */
const refusalWords = (problem: ProblemBody, placesFields: boolean): string =>
  problemWords(hasFields(problem) && !placesFields ? 'other' : problem.code);

function problemBanner(problem: ProblemBody, placesFields: boolean): TemplateResult | typeof nothing {
  if (hasFields(problem) && placesFields) return nothing;
  const text = refusalWords(problem, placesFields);
  return banner({ text, reference: referenceOf(problem), contact: problem.contact }, 'failed');
}

/** The reasons for a banner, in order of urgency. */
export interface BannerState {
  /** The last request failed; null if it did not. */
  failure: ViewFailure | null;
  /** The server refused the last answer; null if it did not. */
  problem: ProblemBody | null;
  /** Whether the step shows the fields of a problem itself. */
  placesFields: boolean;
  /** Whether the journey has changed in another tab. */
  movedElsewhere: boolean;
  notice: Notice | null;
}

/**
 * @param retry sends a parked write again
 * @returns the banner of the most urgent message; nothing without one, and for a problem whose fields the step shows
 */
export function banners(it: BannerState, retry: () => void): TemplateResult | typeof nothing {
  if (it.failure !== null) {
    const { error, again, keepsTrying } = it.failure;
    const words = failureWords(error, keepsTrying);
    const button = again === null && mayPass(error) ? failures('reload') : words.button;
    return banner({ ...words, button, press: pressOf(it.failure) }, 'failed');
  }
  if (it.problem !== null) return problemBanner(it.problem, it.placesFields);
  if (it.movedElsewhere) return banner({ text: booking('movedElsewhere') });
  return it.notice === null ? nothing : noticeBanner(it.notice, retry);
}

/**
 * Words for the live region.
 * @returns the title of a failure, or the text of another message, also of a problem whose fields the step shows; ''
 *   when there is none
 */
export function bannerWords({ failure, problem, placesFields, movedElsewhere, notice }: BannerState): string {
  if (failure !== null) return failureWords(failure.error).title;
  if (problem !== null) return refusalWords(problem, placesFields);
  if (movedElsewhere) return booking('movedElsewhere');
  return (notice && noticeWords(notice)) ?? '';
}
