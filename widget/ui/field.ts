/** A text field: label, hint, input and error line, linked for screen readers. */
import { html, nothing, type TemplateResult } from 'lit';
import { form } from '../texts/english.ts';
import { latinDigits } from './digits.ts';
import type { Words } from './marked-text.ts';

/** The content and callbacks of a text field. */
export interface Field {
  /** Also the id of its input, to which an error summary leads. */
  name: string;
  label: Words;
  value: string;
  /** A sentence that says what to correct; undefined when the value is valid. */
  error: Words | undefined;
  hint?: Words;
  /** Whether the field may stay empty. @default false */
  optional?: boolean;
  type?: 'text' | 'email' | 'tel';
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email';
  /** The `autocomplete` token of the input. @default off */
  autocomplete?: string;
  /** How many characters are left, near the limit of a long text. @default no line */
  count?: string | null;
  /** A class of the step's own, for a width or a typeface. */
  look?: string;
  /** Called with the text at each change. Its digits are Latin, as they must be in `value`. */
  edit: (value: string) => void;
  /** Called when the focus leaves the field. */
  leave: () => void;
}

/**
 * Makes the listener of an input for `input` and `change`: some password managers fire only `change`.
 * @param text the text of the input
 * @param edit called with each new text. Its digits are Latin
 */
export function whenTyped(text: string, edit: (text: string) => void): (event: Event) => void {
  let last = text;
  return ({ currentTarget }) => {
    const typed = latinDigits((currentTarget as HTMLInputElement).value);
    if (typed === last) return;
    last = typed;
    edit(typed);
  };
}

/** Draws a text field. */
export function field(it: Field): TemplateResult {
  const type = whenTyped(it.value, it.edit);
  return html`<div class="field ${it.look ?? ''}">
    <label for=${it.name}>${it.label}${optionalMark(it.optional)}</label>
    ${it.hint === undefined ? nothing : html`<p class="hint" id="${it.name}-hint">${it.hint}</p>`}
    <input
      id=${it.name}
      name=${it.name}
      type=${it.type ?? 'text'}
      inputmode=${it.inputMode ?? nothing}
      autocomplete=${it.autocomplete ?? 'off'}
      .value=${it.value}
      aria-required=${it.optional ? 'false' : 'true'}
      aria-invalid=${it.error === undefined ? 'false' : 'true'}
      aria-describedby=${describedBy(it.name, it.hint, it.error, it.count)}
      @input=${type}
      @change=${type}
      @blur=${it.leave}
    />
    ${it.count ? html`<p class="quiet" id="${it.name}-count">${it.count}</p>` : nothing}
    ${errorLine(it.name, it.error)}
  </div>`;
}

/** Draws "(optional)" after a label, if it is. */
export function optionalMark(optional: boolean | undefined): TemplateResult | typeof nothing {
  return optional ? html` <span class="optional">${form('optional')}</span>` : nothing;
}

/**
 * Draws the error below a field. The empty line of a text field keeps its place, so that an error does not move what
 * is below.
 */
export function errorLine(name: string, error: Words | undefined): TemplateResult {
  return html`<div class="error" id="${name}-error">${error ?? nothing}</div>`;
}

/** @returns the ids for `aria-describedby`: error, hint and count of characters, if there are any */
export function describedBy(
  name: string,
  hint: Words | undefined,
  error: Words | undefined,
  count?: string | null,
): string | typeof nothing {
  const ids = [
    error === undefined ? '' : `${name}-error`,
    hint === undefined ? '' : `${name}-hint`,
    count ? `${name}-count` : '',
  ];
  return ids.join(' ').trim() || nothing;
}
