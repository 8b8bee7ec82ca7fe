/** The button that gives up a journey. It asks for confirmation, and the default is to keep the journey. */
import { html, type TemplateResult } from 'lit';
import { bookingLater as booking } from '../locales/en/booking-later.ts';

/** What the button shows, and what it calls. */
export interface StartOver {
  /** Whether the question is shown in place of the button. */
  asking: boolean;
  /** Opens or closes the question. */
  ask: (asking: boolean) => void;
  confirm: () => void;
}

/** Draws the button, or the question after a press on it. */
export function startOver({ asking, ask, confirm }: StartOver): TemplateResult {
  if (!asking) {
    return html`<button class="tertiary flush start-over" type="button" @click=${() => ask(true)}>
      ${booking('startOver')}
    </button>`;
  }
  return html`<div class="confirm" role="group" aria-labelledby="start-over-words">
    <p id="start-over-words">${booking('startOverSure')}</p>
    <div>
      <button type="button" @click=${() => ask(false)}>${booking('keep')}</button>
      <button class="tertiary" type="button" @click=${confirm}>${booking('startOver')}</button>
    </div>
  </div>`;
}
