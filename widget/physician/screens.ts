/** What stands above a step when something is to be told, and the screens on which a physician has nothing to do. */
import { html, nothing, type TemplateResult } from 'lit';
import type { PhysicianView } from '../../server/contract/physician-api.ts';
import type { FailureCode } from '../session/failure.ts';
import type { OrderDesk } from './order-desk.ts';
import { failureWords, noticeWords } from './wording.ts';

/** The most pressing thing only; fields at fault are the form's to show. */
export function told(
  desk: OrderDesk | null,
  standstill: FailureCode | null,
): TemplateResult | typeof nothing {
  const failure = standstill ?? desk?.failure ?? null;
  const notice = desk?.view?.notice ?? null;
  const problem = desk?.problem?.fields?.length ? null : (desk?.problem ?? null);
  const words = failure ? failureWords[failure] : (problem?.title ?? (notice && noticeWords[notice.code]));
  if (!words) return nothing;
  const reference = failure ? null : (problem ?? notice)?.upstream_request_id;
  const stalled = notice?.code === 'stalled' ? () => void desk?.retry() : null;
  const help = failure ? () => desk?.again() : stalled;
  return html`<div class="panel told ${failure || problem ? 'failed' : ''}" role="status">
    <p>${words}</p>
    ${reference ? html`<p class="quiet figures">Reference ${reference}</p>` : nothing}
    ${help === null || standstill ? nothing : html`<button type="button" @click=${help}>Try again</button>`}
  </div>`;
}

export const waiting = (title: string, words: string, status: string | null = null): TemplateResult =>
  html`<div>
    <h2 tabindex="-1">${title}</h2>
    <p class="lead">${words}</p>
    ${status === null ? nothing : html`<p class="quiet">Status: <span class="verbatim">${status}</span></p>`}
  </div>`;

export const done = ({ form_available }: PhysicianView, open: () => void): TemplateResult =>
  html`${waiting(
    'The order is complete',
    form_available ? 'The signed form is ready.' : 'The testing service has it. The signed form follows.',
  )}
  ${
    form_available
      ? html`<div class="actions"><button type="button" @click=${open}>Download the signed form</button></div>`
      : nothing
  }`;
