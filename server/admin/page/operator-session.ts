/** The base of the page's parts: they run requests one at a time, and report failures to `<admin-page>`. */
import { LitElement } from 'lit';
import type { AdminApi } from './admin-api.ts';

/** Renders without a shadow root, so that the page's style sheet applies. */
export abstract class OperatorPart extends LitElement {
  static override properties = { api: { attribute: false } };

  declare api: AdminApi;
  /** What runs now; empty if nothing runs. */
  protected busy = '';

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /**
   * Runs a request, unless another one runs. A rejection goes to `<admin-page>` as the event `request-failed`.
   * @param what is said meanwhile
   * @param request resolves with what is said then
   */
  protected async run(what: string, request: () => Promise<string>): Promise<void> {
    if (this.busy) return;
    this.busy = what;
    announce(this, what);
    this.requestUpdate();
    try {
      announce(this, await request());
    } catch (error) {
      this.dispatchEvent(new CustomEvent('request-failed', { detail: error, bubbles: true }));
    } finally {
      this.busy = '';
      this.requestUpdate();
    }
  }
}

/** Says something to the operator, in the page's status line. */
export function announce(from: HTMLElement, text: string): void {
  from.dispatchEvent(new CustomEvent('operator-message', { detail: text, bubbles: true }));
}

/** Makes a handler of `submit` that gets the fields of the form by name. The page does not navigate. */
export function onSubmit(handle: (fields: Record<string, string>, form: HTMLFormElement) => void) {
  return (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields: Record<string, string> = {};
    for (const [name, value] of new FormData(form)) fields[name] = String(value);
    handle(fields, form);
  };
}
