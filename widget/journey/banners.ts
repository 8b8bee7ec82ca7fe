/** Which banner is above a step: a notice of the server, a refusal, or a failure with one button. */
import { nothing, type TemplateResult } from 'lit';
import type { Notice } from '../../server/contract/journey-api/notices.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { pressOf, type ViewFailure } from '../core/remote-view.ts';
import { booking } from '../locales/en/booking.ts';
import { failures } from '../locales/en/failures.ts';
import { mayPass, referenceOf } from '../session/failure.ts';
import { failureWords, problemWords } from '../session/failure-words.ts';
import { banner } from './banner.ts';
import { afterSearch } from './load-step.ts';

/** A step with a notice shows nothing before the words are there. */
const wordsOf = ({ code }: Notice): string | null => afterSearch()?.noticeWords(code) ?? null;

/** The step shows the invalid fields, so a problem with fields has no banner. */
function problemBanner(problem: ProblemBody): TemplateResult | typeof nothing {
  if (problem.fields !== undefined && problem.fields.length > 0) return nothing;
  return banner(null, problemWords(problem.code), null, referenceOf(problem), 'failed');
}

/** What a banner can show, in order of urgency. */
export interface BannerState {
  /** The last request failed; null if it did not. */
  failure: ViewFailure | null;
  /** The server refused the last answer; null if it did not. */
  problem: ProblemBody | null;
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
    const { error, again } = it.failure;
    const { title, text, button, reference } = failureWords(error);
    const label = again === null && mayPass(error) ? failures('reload') : button;
    const help = label === null ? null : { label, press: pressOf(it.failure) };
    return banner(title, text, help, reference, 'failed');
  }
  if (it.problem !== null) return problemBanner(it.problem);
  if (it.movedElsewhere) return banner(null, booking('movedElsewhere'), null);
  return (it.notice && afterSearch()?.noticeBanner(it.notice, retry)) ?? nothing;
}

/**
 * Words for the live region.
 * @returns the title of a failure, or the text of another message, also of a problem whose fields the step shows; ''
 *   when there is none
 */
export function bannerWords({ failure, problem, movedElsewhere, notice }: BannerState): string {
  if (failure !== null) return failureWords(failure.error).title;
  if (problem !== null) return problemWords(problem.code);
  if (movedElsewhere) return booking('movedElsewhere');
  return (notice && wordsOf(notice)) ?? '';
}
