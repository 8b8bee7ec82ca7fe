/**
 * The consent of the service: four decisions in order with unchanged labels and details, a name that the customer
 * types, and an attestation that only a press can tick (CONS-07..CONS-12, CONS-34..CONS-37, T55, T56).
 */
import { html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import type { ConsentShows } from '../../../server/contract/journey-api/views.ts';
import { checkbox } from '../../ui/choices.ts';
import { copyStyles } from '../../ui/copy.ts';
import { define } from '../../ui/define.ts';
import '../../ui/dialog.ts';
import { field } from '../../ui/field.ts';
import { today } from '../../ui/format.ts';
import { sanitize } from '../../ui/sanitize.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { consentStyles } from './consent-styles.ts';
import { FormStep } from './form-step.ts';
import { booleansOf, textOf } from './typed.ts';

type Decision = ConsentShows['decisions'][number];

/** The element of the step `consent`. */
export class ConsentStep extends FormStep<ConsentShows> {
  static override styles = [...FormStep.styles, copyStyles, consentStyles];

  @state() private decisions: Record<string, boolean> = {};
  @state() private typedName = '';
  @state() private attested = false;

  protected override enter(): void {
    this.typedName = textOf(this.draft, 'typed_name');
    // Ticks apply only to the text that they were made for.
    if (textOf(this.draft, 'content_hash') === this.shows.content_hash) {
      this.decisions = booleansOf(this.draft, 'decisions');
    }
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const before = changed.get('shows') as ConsentShows | undefined;
    if (before === undefined || before.content_hash === this.shows.content_hash) return;
    this.decisions = {};
    this.attested = false;
  }

  protected override names() {
    return [...this.shows.decisions.map(({ id }) => `decisions.${id}`), 'typed_name', 'attestation'];
  }

  protected override check(name: string): string | null {
    if (name === 'typed_name') return this.typedName.trim() === '' ? 'Type your full name to sign.' : null;
    if (name === 'attestation') return this.attested ? null : 'Confirm that this is your signature.';
    const at = this.shows.decisions.findIndex(({ id }) => name === `decisions.${id}`);
    const agreed = this.decisions[this.shows.decisions[at]?.id ?? ''] === true;
    return agreed ? null : `Item ${at + 1} is needed before the test can be booked.`;
  }

  protected override body() {
    const { content_hash, decisions } = this.shows;
    return {
      content_hash,
      decisions: Object.fromEntries(decisions.map(({ id }) => [id, this.decisions[id] === true])),
      typed_name: this.typedName.trim(),
      attestation: true as const,
    };
  }

  /** The attestation is never kept: the customer gives it each time. */
  protected override typed() {
    const { content_hash } = this.shows;
    return {
      content_hash,
      decisions: { ...this.decisions },
      typed_name: this.typedName,
    };
  }

  #read(decision: Decision): void {
    const content = decision.format === 'html' ? sanitize(decision.detail) : decision.detail;
    const key = `${this.shows.content_hash} ${decision.id}`;
    void this.renderRoot.querySelector('dx-reading-dialog')?.show({ key, heading: decision.label, content });
  }

  protected override render() {
    return html`<form class="groups" novalidate @submit=${this.submit}>
      <div>
        <h2 tabindex="-1">Your consent</h2>
        <p class="lead">Read each item and tick it if you agree. Then sign once, below.</p>
      </div>
      ${this.renderErrors()}
      ${this.shows.sections.map(
        ({ title, body }) => html`<section class="copy">
          ${title === null ? nothing : html`<h3 class="verbatim">${title}</h3>`}
          <p class="verbatim">${body}</p>
        </section>`,
      )}
      <div class="fields">${this.shows.decisions.map((decision) => this.#renderDecision(decision))}</div>
      ${this.#renderSignature()}
      <dx-reading-dialog></dx-reading-dialog>
    </form>`;
  }

  #renderDecision(decision: Decision) {
    const name = `decisions.${decision.id}`;
    const words = linkWords(decision);
    return html`<div>
      ${checkbox({
        name,
        label: decision.label,
        ticked: this.decisions[decision.id] === true,
        required: true,
        error: this.errors.get(name),
        tick: (ticked) => {
          this.decisions = { ...this.decisions, [decision.id]: ticked };
          this.chosen(name);
        },
        beside: html`<button
          class="tertiary"
          type="button"
          aria-haspopup="dialog"
          aria-label="${words}: ${decision.label}"
          @click=${() => this.#read(decision)}
        >
          ${words}
        </button>`,
      })}
    </div>`;
  }

  #renderSignature() {
    return html`<fieldset class="signature">
      <legend class="group">Signature</legend>
      <div class="fields">
<div class="line">
        ${field({
          name: 'typed_name',
          label: 'Type your full name',
          value: this.typedName,
          error: this.errors.get('typed_name'),
          maxLength: 200,
          look: 'signed',
          edit: (name) => {
            this.typedName = name;
            this.edited('typed_name');
          },
          leave: () => this.leave('typed_name'),
        })}
        <div class="field date">
          <p class="legend">Date</p>
          <p class="figures">${today()}</p>
        </div>
        </div>
        <div>
          ${checkbox({
            name: 'attestation',
            label: 'This is my electronic signature.',
            ticked: this.attested,
            required: true,
            error: this.errors.get('attestation'),
            tick: (ticked) => {
              this.attested = ticked;
              this.chosen('attestation');
            },
          })}
        </div>
      </div>
      <div class="stack sign">
        <p>Signing means that you agree to what you ticked above, as if you had signed it on paper.</p>
        <div class="actions">${submitButton('Sign and continue', this.busy, 'Signing')}</div>
      </div>
    </fieldset>`;
  }
}

/** @returns the link text of the service; "View" when it is empty or an address (GAP-18) */
function linkWords({ link }: Decision): string {
  return link === null || link.trim() === '' || /^[#/]|:\/\//.test(link.trim()) ? 'View' : link;
}

define('dx-consent-step', ConsentStep);
