/** The label of a button with its label while busy in the same place, so that the button keeps its size. */
import { html, type TemplateResult } from 'lit';
import type { Words } from './marked-text.ts';

/** Draws both labels. The button shows the second one while it is `aria-busy`. */
export const busyLabel = (label: Words, busyWords: string): TemplateResult => html`<span class="swap"
  ><span class="ready">${label}</span
  ><span class="waiting"><span class="spinner"></span>${busyWords}</span></span
>`;
