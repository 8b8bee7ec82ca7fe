/**
 * Shows the frozen order and takes the physician's signature: two separate acknowledgements, unticked at first, and a
 * typed name (PHY-30..PHY-33, T71, T95, T96).
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { ApprovalAnswer, PhysicianShows } from '../../server/contract/physician-api.ts';
import type { FieldProblem } from '../../server/contract/problem.ts';
import { physician as say } from '../texts/english.ts';
import { BaseElement } from '../ui/base-element.ts';
import { define } from '../ui/define.ts';
import { serviceText } from '../ui/marked-text.ts';
import { longestSignature, Signature, signatureStyles } from '../ui/signature.ts';
import { submitButton } from '../ui/submit-button.ts';
import { Form, filled, ticked } from './form.ts';
import { isComplete, presentation, presentationStyles, textsOf } from './presentation.ts';
import { styles } from './styles.ts';

const isFilled = filled(
  () => say('errorTypedName'),
  () => say('fullName'),
  longestSignature,
);

/** The error of each box that is not checked, also for the summary, where the box is not beside it. */
const errors = {
  order_acknowledgement: () => say('errorOrder'),
  electronic_signature_attestation: () => say('errorSignature'),
};

/**
 * @fires dx-sign - The approval of exactly the order on the page.
 * @fires dx-change - The physician wants to change the order.
 * @fires dx-abandon - The physician gives the order up.
 */
export class SigningElement extends BaseElement {
  static override styles = [...styles, signatureStyles, presentationStyles];
  static override properties = {
    shows: { attribute: false },
    problems: { attribute: false },
    busy: { type: Boolean },
  };

  shows!: Extract<PhysicianShows, { step: 'presentation' }>;
  problems: readonly FieldProblem[] | undefined = undefined;
  busy = false;
  #form = new Form(this, {});
  #session = '';
  #signature = new Signature();
  /** Whether the last action is the signature: `busy` is also true for another one. */
  #hasSigned = false;

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const { session_id, presentation_hash, acknowledgements } = this.shows;
    // A changed text needs a new agreement, so nothing stays ticked.
    const session = `${session_id} ${presentation_hash}`;
    if (session !== this.#session) {
      this.#session = session;
      this.#signature = new Signature();
      const checks = Object.fromEntries(
        (acknowledgements ?? []).map(({ field }) => [field, ticked(errors[field])]),
      );
      this.#form = new Form(this, {
        ...checks,
        typed_name: (text) => isFilled(text) ?? this.#signature.check(text.trim(), this.#givenName),
      });
    }
    if (changed.has('problems') && this.problems) this.#form.place(this.problems);
  }

  /** Whether the server and this page can both show the whole order. */
  get #signable(): boolean {
    const { signable, nodes, acknowledgements } = this.shows;
    const all = [...nodes, ...(acknowledgements ?? []).flatMap((one) => one.nodes)];
    return signable && acknowledgements?.length === 2 && isComplete(all);
  }

  /** The name in the order; undefined if it is not known. */
  get #givenName(): string | undefined {
    return this.shows.given?.physician.full_name;
  }

  #submit(event: Event): void {
    event.preventDefault();
    if (!this.busy && this.#signable)
      this.#signature.attempt(this.#form.value('typed_name').trim(), () => this.#sign());
  }

  #sign(): void {
    if (!this.#form.complete()) return;
    const { session_id, presentation_hash } = this.shows;
    const detail: ApprovalAnswer = {
      session_id,
      presentation_hash,
      typed_name: this.#form.value('typed_name').trim(),
      order_acknowledgement: true,
      electronic_signature_attestation: true,
    };
    this.#hasSigned = true;
    this.dispatchEvent(new CustomEvent('dx-sign', { detail }));
  }

  #send = (type: string) => () => {
    if (this.busy) return;
    this.#hasSigned = false;
    this.dispatchEvent(new CustomEvent(type));
  };

  protected override render(): TemplateResult {
    const { title, nodes, acknowledgements } = this.shows;
    return html`<div class="groups">
      <h2 tabindex="-1" class="verbatim" lang="en" dir="ltr">${title}</h2>
      ${presentation(nodes)}
      ${this.#signable ? this.#renderForm() : this.#renderUnsigned(acknowledgements)}
      <div class="actions">
        <button type="button" @click=${this.#send('dx-change')}>${say('change')}</button>
        <button type="button" class="tertiary" @click=${this.#send('dx-abandon')}>${say('abandon')}</button>
      </div>
    </div>`;
  }

  #renderForm(): TemplateResult {
    const form = this.#form;
    return html`<form class="groups" novalidate @submit=${this.#submit}>
      ${form.renderErrors()}
      <div class="fields">
        ${this.shows.acknowledgements?.map(({ field, nodes }) => form.box(field, serviceText(textsOf(nodes).join('\n'))))}
        <div>${form.text('typed_name', say('typedName'))} ${this.#renderOtherName()}</div>
      </div>
      <div class="actions">${submitButton(say('sign'), this.busy && this.#hasSigned, say('signing'))}</div>
    </form>`;
  }

  #renderOtherName() {
    const form = this.#form;
    if (!form.errors.has('typed_name')) return nothing;
    return this.#signature.renderWaysOn({
      busy: this.busy,
      correct: () => this.renderRoot.querySelector<HTMLElement>('#typed_name')?.focus(),
      restore: (typed) => form.set('typed_name', typed),
    });
  }

  #renderUnsigned(acknowledgements: SigningElement['shows']['acknowledgements']): TemplateResult {
    return html`${acknowledgements?.map((one) => presentation(one.nodes))}
      <p class="panel" role="alert">${say('notSignable')}</p>`;
  }
}

define('dx-physician-signing', SigningElement);
