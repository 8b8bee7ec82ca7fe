/** Radios and checkboxes as large cards. Only the customer ticks them. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { describedBy, errorLine, optionalMark } from './field.ts';
import type { Words } from './marked-text.ts';

/** The content and callback of a group of radios. */
export interface Radios<V> {
  /** Also the id of its first radio, to which an error summary leads. */
  name: string;
  legend: Words;
  options: readonly { value: V; label: Words }[];
  chosen: V | undefined;
  error: Words | undefined;
  hint?: Words;
  optional?: boolean;
  /** The `autocomplete` token of the radios. @default none */
  autocomplete?: 'sex';
  choose: (value: V) => void;
}

/** Draws radio buttons in the order given, side by side where there is room. */
export function radios<V>(it: Radios<V>): TemplateResult {
  return html`<fieldset
    class="field"
    role="radiogroup"
    aria-required=${it.optional ? 'false' : 'true'}
    aria-invalid=${it.error === undefined ? 'false' : 'true'}
    aria-describedby=${describedBy(it.name, it.hint, it.error)}
  >
    <legend>${it.legend}${optionalMark(it.optional)}</legend>
    ${it.hint === undefined ? nothing : html`<p class="hint" id="${it.name}-hint">${it.hint}</p>`}
    <div class="pair">
      ${it.options.map(
        ({ value, label }, index) =>
          html`<label class="choice"
            ><input
              type="radio"
              id=${index === 0 ? it.name : `${it.name}-${index}`}
              name=${it.name}
              autocomplete=${it.autocomplete ?? nothing}
              .checked=${live(it.chosen === value)}
              @change=${() => it.choose(value)}
            /><span>${label}</span></label
          >`,
      )}
    </div>
    ${errorLine(it.name, it.error)}
  </fieldset>`;
}

/** The content and callback of a checkbox. */
export interface Checkbox {
  /** Also the id of its input, to which an error summary leads. */
  name: string;
  label: Words;
  ticked: boolean;
  error: Words | undefined;
  required: boolean;
  tick: (ticked: boolean) => void;
  /** Drawn in the card of the label: the button that opens the text to agree to. */
  beside?: TemplateResult;
}

/** Draws a checkbox in a card, with its error line. */
export function checkbox(it: Checkbox): TemplateResult {
  return html`<div class="card">
      ${tickable(it)}${it.beside ?? nothing}
    </div>
    ${errorLine(it.name, it.error)}`;
}

function tickable(it: Checkbox): TemplateResult {
  return html`<label class="choice"
      ><input
        type="checkbox"
        id=${it.name}
        name=${it.name}
        .checked=${live(it.ticked)}
        aria-required=${it.required ? 'true' : 'false'}
        aria-invalid=${it.error === undefined ? 'false' : 'true'}
        aria-describedby=${describedBy(it.name, undefined, it.error)}
        @change=${(event: Event) => it.tick((event.currentTarget as HTMLInputElement).checked)}
      /><span>${it.label}</span></label>`;
}
