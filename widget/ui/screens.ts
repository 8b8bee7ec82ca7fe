/** The screens of one step, of which one shows. */
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';

/**
 * Orca does not read the heading that has the focus if the pressed button went away before Orca has followed the focus.
 * So what the customer leaves stays in the document, unseen, for so long. In milliseconds.
 */
const leaveAfterMs = 1000;

/** Draws one of several screens, and for a moment, unseen, the one before it. */
export class Screens<Name extends string> {
  readonly #host: ReactiveControllerHost;
  #current: Name | null = null;
  #drawn: TemplateResult | null = null;
  #former: { name: Name; drawn: TemplateResult | null } | null = null;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** @param all how to draw each screen, always in the same order */
  render(current: Name, all: Record<Name, () => TemplateResult>): unknown {
    if (this.#current !== null && this.#current !== current) this.#leave(this.#current);
    this.#current = current;
    this.#drawn = all[current]();
    return (Object.keys(all) as Name[]).map((name) => {
      const isFormer = name !== current;
      if (isFormer && name !== this.#former?.name) return nothing;
      return html`<div class=${isFormer ? 'former' : ''}>${isFormer ? this.#former?.drawn : this.#drawn}</div>`;
    });
  }

  #leave(name: Name): void {
    const former = { name, drawn: this.#drawn };
    this.#former = former;
    setTimeout(() => {
      if (this.#former !== former) return;
      this.#former = null;
      this.#host.requestUpdate();
    }, leaveAfterMs);
  }
}
