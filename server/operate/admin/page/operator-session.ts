/** The base of the page's parts: they run requests one at a time, and report failures to `<admin-page>`. */
import { announce } from '../../../core/pages/page/message-line.ts';
import { PagePart } from '../../../core/pages/page/page-part.ts';
import type { AdminApi } from './admin-api.ts';

/** A part of the page with the operator's session. */
export abstract class OperatorPart extends PagePart {
  static override properties = { api: { attribute: false } };

  declare api: AdminApi;
  /** The name of the work that is running; empty if none is. */
  protected busy = '';

  /**
   * Runs a request, unless another one runs. A rejection goes to `<admin-page>` as the event `request-failed`.
   * @param what is said meanwhile
   * @param request resolves with what is said then
   */
  protected async run(what: string, request: () => Promise<string>): Promise<void> {
    if (this.busy) return;
    this.busy = what;
    announce(what);
    this.requestUpdate();
    try {
      announce(await request());
    } catch (error) {
      this.dispatchEvent(new CustomEvent('request-failed', { detail: error, bubbles: true }));
    } finally {
      this.busy = '';
      this.requestUpdate();
    }
  }
}
