/** Asks for confirmation before a change. Keeping the appointment is the default. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { AskWords } from './wording.ts';

/** The limit of the service, in characters (LIM-02). */
export const longestReason = 500;

/** The texts and actions of a question. */
export interface Ask {
  words: AskWords;
  busy: boolean;
  /** Null when no reason is asked for. */
  reason: string | null;
  write: (reason: string) => void;
  keep: () => void;
  go: () => void;
}

/** Draws a question with two buttons and, if `reason` is not null, a field for the reason. */
export function askPanel(it: Ask): TemplateResult {
  const { words, busy, reason } = it;
  return html`<section class="panel stack ask" aria-labelledby="ask">
    <h4 id="ask" tabindex="-1">${words.title}</h4>
    <p>${words.text}</p>
    ${reason === null ? nothing : reasonField(reason, it.write)}
    <div class="actions">
      <button class="primary" type="button" aria-disabled=${busy} @click=${() => busy || it.keep()}>${words.keep}</button>
      <button class="go" type="button" aria-disabled=${busy} aria-busy=${busy} @click=${() => busy || it.go()}>
        <span class="swap"
          ><span class="ready">${words.go}</span
          ><span class="waiting"><span class="spinner"></span>Sending</span></span
        >
      </button>
    </div>
  </section>`;
}

function reasonField(reason: string, write: (reason: string) => void) {
  const left = longestReason - reason.length;
  return html`<div class="field">
    <label for="reason">Reason <span class="optional">(optional)</span></label>
    <textarea
      id="reason"
      rows="2"
      maxlength=${longestReason}
      aria-describedby="reason-left"
      .value=${live(reason)}
      @input=${(event: InputEvent) => write((event.currentTarget as HTMLTextAreaElement).value)}
    ></textarea>
    <p class="quiet" id="reason-left">${left > 100 ? `At most ${longestReason} characters.` : `${left} characters left.`}</p>
  </div>`;
}
