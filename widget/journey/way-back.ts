/** The ways to the step before: a button, and the browser's Back. */
import { css, html, nothing, type PropertyDeclarations } from 'lit';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { booking, navigation } from '../texts/english.ts';
import { BaseElement } from '../ui/base-element.ts';
import { controls } from '../ui/controls.ts';
import { define } from '../ui/define.ts';
import { icon } from '../ui/icon.ts';
import { tokens } from '../ui/tokens.ts';
import { StepHistory } from './step-history.ts';

const styles = css`
  button {
    margin-inline-start: -12px;
  }
`;

/**
 * The button to the last step before that the server allows to revisit, and an entry of the page's history for each
 * step.
 * @fires dx-revisit - `{ step }` to go back to.
 */
class WayBack extends BaseElement {
  static override styles = [tokens, ...controls, styles];
  static override properties: PropertyDeclarations = {
    view: { attribute: false },
    busy: { type: Boolean },
    noHistory: { attribute: false },
  };

  view!: JourneyView;
  busy = false;
  noHistory = false;
  readonly #history = new StepHistory(this, {
    isOff: () => this.noHistory,
    revisit: (step) => this.#revisit(step),
  });

  #revisit(step: string): void {
    this.dispatchEvent(new CustomEvent('dx-revisit', { detail: { step } }));
  }

  protected override updated(): void {
    this.#history.follow(this.view, this.busy);
  }

  protected override render() {
    const { steps } = this.view;
    const at = steps.findIndex(({ state }) => state === 'current');
    // After a decline, the only way is to the request, which is a later step.
    const step = steps.findLast(
      ({ name, can_revisit }, index) => can_revisit && (index < at || name === 'sent'),
    )?.name;
    if (step === undefined) return nothing;
    return html`<button
      class="tertiary"
      type="button"
      aria-label=${navigation('backTo', { step: booking(step) })}
      aria-disabled=${this.busy}
      @click=${() => !this.busy && this.#revisit(step)}
    >
      ${icon('back')}${navigation('back')}
    </button>`;
  }
}

define('dx-way-back', WayBack);
