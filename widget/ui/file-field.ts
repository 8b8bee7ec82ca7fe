/** A field for one file, which can also be dropped on it. */
import { css, html, type TemplateResult } from 'lit';
import { form } from '../texts/english.ts';
import { errorLine } from './field.ts';
import type { Words } from './marked-text.ts';

/** The content and callback of a file field. */
export interface FileField {
  /** Also the id of its input, to which an error summary leads. */
  name: string;
  label: string;
  /** Above the button of the browser. */
  hint: string;
  /** The media type that the browser offers, such as `application/pdf`. */
  accept: string;
  error: Words | undefined;
  /** Whether a file is there. The browser's own words about it are hidden then: they are of this page only. */
  isThere: boolean;
  /** Whether the file is under way: the field says so in place of its hint. */
  isSending: boolean;
  /** Whether it takes no file now. It keeps the focus. */
  disabled: boolean;
  /** Called with the chosen or dropped file, which can have any media type. */
  choose: (file: File) => void;
}

/** The styles of a file field. */
export const fileFieldStyles = css`
  .drop {
    display: grid;
    gap: 12px;
    padding: 16px;
    border: 1px dashed var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .drop.over {
    border-style: solid;
    border-color: var(--_accent);
    background: var(--_tint);
  }
  .drop:has([aria-invalid='true']) {
    border-color: var(--_danger);
  }
  .drop input {
    inline-size: 100%;
    font: inherit;
    font-size: calc(var(--_dx-size) * 0.875);
    color: var(--_text);
  }
  .drop.there input {
    color: transparent;
  }
  .drop input::file-selector-button {
    min-block-size: 48px;
    margin-inline-end: 12px;
    padding: 10px 20px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    font-size: var(--_dx-size);
    font-weight: 550;
    cursor: pointer;
  }
  .drop input:hover::file-selector-button {
    border-color: var(--_text);
    background: var(--_raised);
  }
`;

/** Draws the field. What becomes of a file is announced: the focus stays on its input. */
export function fileField(it: FileField): TemplateResult {
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined && !it.disabled) it.choose(file);
  };
  // Browsers fire no event for the file that is chosen already, which may have been corrected meanwhile.
  const begin = (event: Event) => {
    if (it.disabled) event.preventDefault();
    else (event.target as HTMLInputElement).value = '';
  };
  const mark = (event: Event, isOver: boolean) => {
    event.preventDefault();
    (event.currentTarget as Element).classList.toggle('over', isOver);
  };
  return html`<div class="field">
    <label for=${it.name}>${it.label}</label>
    <div
      class="drop ${it.isThere ? 'there' : ''}"
      @dragover=${(event: DragEvent) => mark(event, true)}
      @dragleave=${(event: DragEvent) => mark(event, false)}
      @drop=${(event: DragEvent) => {
        mark(event, false);
        take(event.dataTransfer?.files);
      }}
    >
      <p class="quiet" id="${it.name}-hint" aria-live="polite">${it.isSending ? form('sending') : it.hint}</p>
      <input
        id=${it.name}
        name=${it.name}
        type="file"
        accept=${it.accept}
        aria-invalid=${it.error === undefined ? 'false' : 'true'}
        aria-describedby="${it.name}-hint ${it.name}-error"
        aria-disabled=${it.disabled}
        @click=${begin}
        @change=${(event: Event) => take((event.target as HTMLInputElement).files)}
      />
    </div>
    <div aria-live="polite">${errorLine(it.name, it.error)}</div>
  </div>`;
}
