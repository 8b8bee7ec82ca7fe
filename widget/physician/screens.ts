/** The message above a step, and the screens on which a physician has nothing to do. */
import { html, nothing, type TemplateResult } from 'lit';
import type { PhysicianView } from '../../server/contract/physician-api.ts';
import { pressOf, type ViewFailure } from '../core/remote-view.ts';
import { referenceOf } from '../session/failure.ts';
import { failureWords, problemWords } from '../session/failure-words.ts';
import { failures, physician as say } from '../texts/english.ts';
import { momentHere } from '../ui/format.ts';
import { type NoticeLines, noticeLines } from '../ui/notice.ts';
import { OrderClient } from './order-client.ts';
import { orderNames } from './patient-strip.ts';
import { isOfFile, noticeWords } from './words.ts';
import type { WorklistClient } from './worklist.ts';

/** Draws the most pressing message; nothing if there is none. Each form shows its own wrong fields. */
export function message(
  model: OrderClient | WorklistClient | null,
  failure: ViewFailure | null,
): TemplateResult | typeof nothing {
  if (failure !== null)
    return panel('failed', { ...failureWords(failure.error, failure.keepsTrying), press: pressOf(failure) });
  const order = model instanceof OrderClient ? model : null;
  const notice = order?.view?.notice ?? null;
  const refused = model?.problem ?? null;
  const problem = refused?.fields?.length || (refused && isOfFile(refused)) ? null : refused;
  const text = (problem && problemWords(problem.code)) ?? (notice && noticeWords(notice.code));
  if (!text) return nothing;
  return panel(problem ? 'failed' : '', {
    text,
    reference: referenceOf(problem) ?? notice?.upstream_request_id,
    button: notice?.code === 'stalled' ? failures('tryAgain') : null,
    press: () => void order?.retry(),
  });
}

const panel = (look: string, lines: NoticeLines): TemplateResult =>
  html`<div class="panel message ${look}" role="status" tabindex="-1">${noticeLines(lines)}</div>`;

/** Draws a screen on which the physician only waits. */
export const waiting = (title: string, ...texts: string[]): TemplateResult =>
  html`<div>
    <h2 tabindex="-1">${title}</h2>
    ${texts.map((text) => html`<p class="lead">${text}</p>`)}
  </div>`;

/** Draws the screen of an order that the service's own physicians handle. */
export function progress({ physician_order: { submitted_at } }: PhysicianView): TemplateResult {
  const sent = submitted_at === null ? [] : [say('elsewhereSent', { date: momentHere(submitted_at) })];
  return waiting(say('elsewhereTitle'), say('elsewhereText'), ...sent);
}

/** Draws the last screen, with a button for the signed form if it is available. @param open downloads the form */
export const done = (view: PhysicianView, open: () => void): TemplateResult =>
  html`${waiting(say('doneTitle'), say('doneFor', orderNames(view)), view.form_available ? say('doneText') : say('doneSoon'))}
  ${
    view.form_available
      ? html`<div class="actions"><button type="button" @click=${open}>${say('download')}</button></div>`
      : nothing
  }`;
