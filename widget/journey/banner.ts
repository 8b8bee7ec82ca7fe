/** The banner above a step: a notice of the server, a refusal, or a failure with one button. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Notice } from '../../server/contract/journey-api/notices.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { pressOf, type ViewFailure } from '../core/remote-view.ts';
import { booking } from '../locales/en/booking.ts';
import { failures } from '../locales/en/failures.ts';
import { referenceOf } from '../session/failure.ts';
import { failureWords, problemWords } from '../session/failure-words.ts';
import { icon } from '../ui/icon.ts';
import { afterSearch } from './load-step.ts';

/** A `.banner` above the step. */
export const bannerStyles = css`
  .banner {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    gap: 4px 12px;
    margin-block-end: 24px;
    padding: 14px 16px;
    border: 1px solid color-mix(in srgb, var(--_caution) 45%, transparent);
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_caution) 10%, var(--_surface));
  }
  .banner:focus {
    outline: none;
  }
  .banner > svg {
    margin-block-start: 2px;
    color: var(--_caution);
  }
  .banner > * {
    grid-column: 2;
  }
  .banner > svg {
    grid-column: 1;
  }
  .banner .title {
    font-weight: 650;
  }
  .banner button {
    justify-self: start;
    margin-block-start: 8px;
  }
  .banner.failed {
    border-color: color-mix(in srgb, var(--_danger) 55%, transparent);
    background: color-mix(in srgb, var(--_danger) 7%, var(--_surface));
  }
  .banner.failed > svg {
    color: var(--_danger);
  }
`;

interface Help {
  label: string;
  press: () => void;
}

function banner(title: string | null, text: string, help: Help | null, reference?: string | null, look = '') {
  return html`<div class="banner ${look}" part="banner" tabindex="-1">
    ${icon('alert')}
    ${title === null ? nothing : html`<p class="title">${title}</p>`}
    <p>${text}</p>
    ${reference ? html`<p class="quiet figures">${failures('reference', { reference })}</p>` : nothing}
    ${help === null ? nothing : html`<button type="button" @click=${help.press}>${help.label}</button>`}
  </div>`;
}

/** A step with a notice shows nothing before the words are there. */
const wordsOf = ({ code }: Notice): string | null => afterSearch()?.noticeWords(code) ?? null;

function noticeBanner(notice: Notice, retry: () => void): TemplateResult | typeof nothing {
  const words = wordsOf(notice);
  if (words === null) return nothing;
  const help = notice.code === 'stalled' ? { label: failures('tryAgain'), press: retry } : null;
  return banner(null, words, help, notice.upstream_request_id);
}

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

/** @returns the banner of the most urgent message; nothing when there is none */
export function banners(it: BannerState, retry: () => void): TemplateResult | typeof nothing {
  if (it.failure !== null) {
    const { title, text, button, reference } = failureWords(it.failure.error);
    const help = button === null ? null : { label: button, press: pressOf(it.failure) };
    return banner(title, text, help, reference, 'failed');
  }
  if (it.problem !== null) return problemBanner(it.problem);
  if (it.movedElsewhere) return banner(null, booking('movedElsewhere'), null);
  return it.notice === null ? nothing : noticeBanner(it.notice, retry);
}

/** @returns the title of the same message, for the live region */
export function bannerWords({ failure, problem, movedElsewhere, notice }: BannerState): string {
  if (failure !== null) return failureWords(failure.error).title;
  if (problem !== null) return problemWords(problem.code);
  if (movedElsewhere) return booking('movedElsewhere');
  return (notice && wordsOf(notice)) ?? '';
}
