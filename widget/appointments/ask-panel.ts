/** Asks for confirmation before a change. Keeping the appointment is the default. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { appointments as say } from '../texts/english.ts';
import { busyLabel } from '../ui/busy-label.ts';
import { whenTyped } from '../ui/field.ts';
import { charactersLeft } from '../ui/length.ts';
import type { AskWords } from './words.ts';

/** The limit of the service, in characters (LIM-02). */
export const longestReason = 500;

/** The texts and actions of a question. */
export interface Ask {
  words: AskWords;
  /** What a change costs, and whom to call; null if it is not known. */
  about: TemplateResult | null;
  busy: boolean;
  /** Null when no reason is asked for. */
  reason: string | null;
  write: (reason: string) => void;
  keep: () => void;
  go: () => void;
}

/** Draws a question with two buttons and, if `reason` is not null, a field for the reason. */
export function askPanel(it: Ask): TemplateResult {
  return html`<section class="panel stack ask" aria-labelledby="ask">
    <h4 id="ask" tabindex="-1">${it.words.title}</h4>
    ${question(it)}
  </section>`;
}

/** Draws the question without its heading. */
export function question({ words, about, busy, reason, write, keep, go }: Ask): TemplateResult {
  return html`${words.texts.map((text) => html`<p>${text}</p>`)}
    ${about}
    ${reason === null ? nothing : reasonField(reason, write)}
    <div class="actions">
      <button class="primary" type="button" aria-disabled=${busy} @click=${() => busy || keep()}>${words.keep}</button>
      <button class="go" type="button" aria-disabled=${busy} aria-busy=${busy} @click=${() => busy || go()}>
        ${busyLabel(words.go, say('sending'))}
      </button>
    </div>`;
}

function reasonField(reason: string, write: (reason: string) => void) {
  const left = charactersLeft(reason, longestReason);
  const isTooLong = reason.trim().length > longestReason;
  const type = whenTyped(reason, write);
  return html`<div class="field">
    <label for="reason">${say('cancelReason')}</label>
    <textarea
      id="reason"
      rows="2"
      aria-invalid=${isTooLong}
      aria-describedby="reason-left"
      .value=${live(reason)}
      @input=${type}
      @change=${type}
    ></textarea>
    <p class=${isTooLong ? 'error' : 'quiet'} id="reason-left">${left ?? say('reasonLimit', { count: longestReason })}</p>
  </div>`;
}
