/** Shows any JSON value as text: nothing is dropped, interpreted or taken for markup (VER-09, T98). */
import { html, type TemplateResult } from 'lit';

/**
 * Makes words of a key, such as "results_in_progress" and "bodyFat".
 * @returns a key with spaces or other characters unchanged
 */
export function plainName(key: string): string {
  if (!/^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/.test(key)) return key;
  const words = key
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\b([A-Z])(?=[a-z])/g, (letter) => letter.toLowerCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Writes any JSON value as one line of text. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'Not given';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

/** Draws any JSON value: objects as pairs and lists as lists, at any depth. */
export function plainValue(value: unknown): TemplateResult {
  if (Array.isArray(value) && value.length > 0)
    return html`<ul class="plain">
      ${value.map((item) => html`<li>${plainValue(item)}</li>`)}
    </ul>`;
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0)
    return plainPairs(Object.entries(value));
  return html`<span class="verbatim">${plainText(value)}</span>`;
}

/** Draws pairs of a key and any JSON value. */
export function plainPairs(pairs: readonly (readonly [name: string, value: unknown])[]): TemplateResult {
  return html`<dl class="pairs">
    ${pairs.map(
      ([name, value]) =>
        html`<div>
          <dt>${plainName(name)}</dt>
          <dd>${plainValue(value)}</dd>
        </div>`,
    )}
  </dl>`;
}
