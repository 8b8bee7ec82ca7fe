/** The button that gives up a journey. It asks for confirmation, and the default is to keep the journey. */
import { css, html, type PropertyDeclarations } from 'lit';
import { navigation } from '../texts/english.ts';
import { BaseElement } from '../ui/base-element.ts';
import { controls } from '../ui/controls.ts';
import { define } from '../ui/define.ts';
import { tokens } from '../ui/tokens.ts';

const styles = css`
  .start-over,
  .start-over:hover {
    color: var(--_quiet);
    font-size: calc(var(--_dx-size) * 0.875);
    font-weight: 400;
  }
  .confirm {
    display: grid;
    gap: 12px;
    justify-items: start;
  }
  .confirm > div {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
  }
`;

/** @fires dx-start-over - The customer has confirmed. */
class StartOver extends BaseElement {
  static override styles = [tokens, ...controls, styles];
  static override properties: PropertyDeclarations = { isAsking: { state: true } };

  /** Whether the question is shown in place of the button. */
  private isAsking = false;

  /** The pressed button goes, so the focus moves to the first one that takes its place. */
  async #ask(isAsking: boolean): Promise<void> {
    this.isAsking = isAsking;
    await this.updateComplete;
    this.renderRoot.querySelector('button')?.focus();
  }

  protected override render() {
    if (!this.isAsking)
      return html`<button class="tertiary flush start-over" type="button" @click=${() => this.#ask(true)}>
        ${navigation('startOver')}
      </button>`;
    return html`<div class="confirm" role="group" aria-labelledby="words">
      <p id="words">${navigation('startOverSure')}</p>
      <div>
        <button type="button" @click=${() => this.#ask(false)}>${navigation('keep')}</button>
        <button class="tertiary" type="button" @click=${() => this.dispatchEvent(new CustomEvent('dx-start-over'))}>
          ${navigation('startOver')}
        </button>
      </div>
    </div>`;
  }
}

define('dx-start-over', StartOver);
