/**
 * A native modal dialog for reading a text. The focus returns to the button that opened it, and each text keeps its
 * scroll position for the next opening.
 */
import { css, html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { form } from '../texts/english.ts';
import { BaseElement } from './base-element.ts';
import { controls } from './controls.ts';
import { copyStyles } from './copy.ts';
import { define } from './define.ts';
import { tokens } from './tokens.ts';

/** A text of the service to read. */
export interface Reading {
  /** Identifies the text, to keep its scroll position. */
  key: string;
  /** The name of the text. It names the dialog, and is not drawn above a text that begins with a heading. */
  heading: string;
  /** Sanitized nodes, or plain text. */
  content: DocumentFragment | string;
}

/** The dialog element `<dx-reading-dialog>`. */
export class ReadingDialog extends BaseElement {
  static override styles = [
    tokens,
    ...controls,
    copyStyles,
    css`
      dialog {
        inline-size: min(720px, 100dvi - 32px);
        block-size: fit-content;
        max-inline-size: none;
        max-block-size: min(880px, 100dvb - 32px);
        margin: auto;
        padding: 0;
        border: 1px solid var(--_hairline);
        border-radius: calc(var(--_radius) + 4px);
        background: var(--_surface);
        color: var(--_text);
        box-shadow: 0 24px 64px rgb(0 0 0 / 28%);
        overscroll-behavior: contain;
      }
      dialog[open] {
        display: grid;
        grid-template-rows: minmax(0, 1fr) auto;
        animation: rise 160ms ease-out;
      }
      dialog::backdrop {
        background: rgb(10 15 20 / 55%);
      }
      @keyframes rise {
        from {
          opacity: 0;
          translate: 0 8px;
        }
      }
      h2 {
        margin-block-end: 20px;
        font-size: calc(var(--_dx-size) * 1.125);
        line-height: 1.4;
        text-wrap: wrap;
      }
      .body {
        overflow-y: auto;
        padding: 28px 32px;
      }
      .body:focus-visible {
        outline-offset: -2px;
      }
      footer {
        padding: 12px 32px;
        border-block-start: 1px solid var(--_hairline);
      }
      footer button {
        inline-size: 100%;
      }
      @media (max-width: 560px) {
        dialog {
          inline-size: 100dvi;
          block-size: 100dvb;
          max-block-size: none;
          border: 0;
          border-radius: 0;
        }
        .body,
        footer {
          padding-inline: 20px;
        }
      }
    `,
  ];

  @state() private reading: Reading | null = null;
  @state() private hasOwnHeading = false;
  readonly #places = new Map<string, number>();

  async show(reading: Reading): Promise<void> {
    const { content } = reading;
    this.hasOwnHeading =
      typeof content !== 'string' && /^H\d$/.test(content.firstElementChild?.tagName ?? '');
    this.reading = reading;
    await this.updateComplete;
    this.#dialog?.showModal();
    const body = this.#body;
    body.scrollTop = this.#places.get(reading.key) ?? 0;
    body.focus({ preventScroll: true });
  }

  close(): void {
    this.#keepPlace();
    this.#dialog?.close();
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  /** It is there once a text is. */
  get #body(): HTMLElement {
    return this.renderRoot.querySelector('.body') as HTMLElement;
  }

  #keepPlace(): void {
    if (this.reading !== null) this.#places.set(this.reading.key, this.#body.scrollTop);
  }

  /** A press on the backdrop has the dialog itself as its target. */
  #closeFromBackdrop(event: MouseEvent): void {
    if (event.target === event.currentTarget) this.close();
  }

  /** The page behind takes no keys meanwhile: Escape would close a dialog of the page as well. */
  #keepKey(event: Event): void {
    event.stopPropagation();
  }

  protected override render() {
    const reading = this.reading;
    if (reading === null) return nothing;
    return html`<dialog
      aria-label=${reading.heading}
      @click=${this.#closeFromBackdrop}
      @cancel=${this.#keepPlace}
      @keydown=${this.#keepKey}
    >
      <div class="body" tabindex="0" role="region" aria-label=${reading.heading}>
        ${this.hasOwnHeading ? nothing : html`<h2>${reading.heading}</h2>`}
        <div class="copy ${typeof reading.content === 'string' ? 'text' : ''}" lang="en" dir="ltr">${reading.content}</div>
      </div>
      <footer><button type="button" @click=${this.close}>${form('close')}</button></footer>
    </dialog>`;
  }
}

define('dx-reading-dialog', ReadingDialog);
declare global {
  interface HTMLElementTagNameMap {
    'dx-reading-dialog': ReadingDialog;
  }
}
