/** Shows any JSON value as text: nothing but numbers and dates is interpreted, and nothing taken for markup (VER-09, T98). */
import { html, type TemplateResult } from 'lit';
import { results as say } from '../texts/english.ts';
import { dateWithYear, exactNumber, momentHere } from '../ui/format.ts';
import { serviceText } from '../ui/marked-text.ts';
import { plainName } from '../ui/plain-name.ts';

/**
 * Writes any JSON value as text: a text unchanged, a boolean and a number in the current language, an object or a list
 * as JSON. An empty value (null, undefined or '') has words of its own.
 */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return say('notGiven');
  if (typeof value === 'boolean') return value ? say('yes') : say('no');
  if (typeof value === 'number') return exactNumber(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

/** A date, or an instant with its offset (ISO 8601). */
const shapeOfDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/;

function renderText(text: string): TemplateResult {
  const found = shapeOfDate.exec(text);
  if (found === null || Number.isNaN(Date.parse(text))) return serviceText(text);
  return html`<span>${found[1] === undefined ? dateWithYear(text) : momentHere(text)}</span>`;
}

/** Draws any JSON value: objects as pairs and lists as lists, at any depth. */
export function renderValue(value: unknown): TemplateResult {
  if (Array.isArray(value) && value.length > 0)
    return html`<ul class="plain">
      ${value.map((item) => html`<li>${renderValue(item)}</li>`)}
    </ul>`;
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0)
    return renderPairs(Object.entries(value));
  return typeof value === 'string' && value !== ''
    ? renderText(value)
    : html`<span>${valueText(value)}</span>`;
}

/** Draws pairs of a key and any JSON value. */
export function renderPairs(pairs: readonly (readonly [name: string, value: unknown])[]): TemplateResult {
  return html`<dl class="pairs">
    ${pairs.map(
      ([name, value]) =>
        html`<div>
          <dt>${serviceText(plainName(name))}</dt>
          <dd>${renderValue(value)}</dd>
        </div>`,
    )}
  </dl>`;
}
