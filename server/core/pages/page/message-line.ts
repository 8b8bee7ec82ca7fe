/** `<message-line>`: what the page says at its foot. A screen reader reads it out as it appears. */
import { html, nothing, type TemplateResult } from 'lit';
import { PagePart } from './page-part.ts';

/** How long a message is shown. An error stays until the next message. */
const messageMs = 8000;

class PageMessage extends Event {
  static readonly type = 'page-message';
  readonly text: string;
  readonly isError: boolean;

  constructor(text: string, isError: boolean) {
    super(PageMessage.type);
    this.text = text;
    this.isError = isError;
  }
}

/** Shows a message in place of the last one. An empty text only takes that away. */
export function announce(text: string, isError = false): void {
  document.dispatchEvent(new PageMessage(text, isError));
}

class MessageLine extends PagePart {
  #text = '';
  #isError = false;
  #silence: number | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener(PageMessage.type, (event) => {
      if (event instanceof PageMessage) this.#show(event);
    });
  }

  #show({ text, isError }: PageMessage): void {
    this.#text = text;
    this.#isError = isError;
    this.requestUpdate();
    clearTimeout(this.#silence);
    if (text && !isError) this.#silence = window.setTimeout(() => announce(''), messageMs);
  }

  protected override render(): TemplateResult {
    const text = this.#text || nothing;
    return html`<p class="message" role="status">${this.#isError ? nothing : text}</p>
      <p class="message" role="alert">${this.#isError ? text : nothing}</p>`;
  }
}

customElements.define('message-line', MessageLine);
