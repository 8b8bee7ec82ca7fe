/**
 * The consent of the service: four decisions in order with unchanged labels and details, a name that the customer
 * types, and an attestation that only a press can tick (CONS-07..CONS-12, CONS-34..CONS-37, T55, T56).
 */
import { css, html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import type { ConsentShows } from '../../../server/contract/journey-api/views.ts';
import { consent } from '../../texts/english.ts';
import { choiceStyles } from '../../ui/choice-styles.ts';
import { copyStyles } from '../../ui/copy.ts';
import { define } from '../../ui/define.ts';
import '../../ui/dialog.ts';
import { today } from '../../ui/format.ts';
import { tooLong } from '../../ui/length.ts';
import { serviceText } from '../../ui/marked-text.ts';
import { sanitize } from '../../ui/sanitize.ts';
import { longestSignature, Signature, signatureStyles } from '../../ui/signature.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { HeldForm } from './held-form.ts';
import { textOf } from './typed.ts';
import { booleansOf } from './typed-groups.ts';

/** What the step `consent` adds to a form's styles. */
const consentStyles = css`
  .group {
    padding: 0 0 16px;
    font-size: calc(var(--_dx-size) * 1.125);
    line-height: 1.3;
    font-weight: 650;
  }
  .card > button {
    max-inline-size: calc(100% - 39px);
    margin-block: -12px 4px;
    margin-inline-start: 39px;
    text-align: start;
  }
  .card > .choice:not(:only-child) {
    padding-block-end: 8px;
  }
  .line {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px 24px;
  }
  .signed input:not([type]),
  .signed input[type='text'] {
    block-size: 64px;
    padding-inline: 2px;
    border-width: 0 0 1px;
    border-radius: 0;
    border-color: var(--_text);
    background: transparent;
    box-shadow: none;
    font: italic 28px / 1.2 'Snell Roundhand', 'Segoe Script', 'Apple Chancery', 'Brush Script MT',
      'URW Chancery L', cursive;
  }
  .signed input[aria-invalid='true'][type='text'] {
    border-color: var(--_danger);
    box-shadow: 0 1px var(--_danger);
  }
  .date > .figures {
    padding-block: 4px 8px;
  }
  .sign {
    margin-block-start: 28px;
  }
  @container (min-width: 520px) {
    .line {
      grid-template-columns: minmax(0, 1fr) 180px;
    }
    .date > .figures {
      block-size: 64px;
      padding-block: 24px 0;
      border-block-end: 1px solid var(--_text);
    }
  }
`;

type Decision = ConsentShows['decisions'][number];

/** The name of each document, and the error of a document that is not agreed to (CONS-13). */
const documents = {
  testing_consent: { name: 'testing', error: 'errorTesting' },
  hipaa_authorization: { name: 'hipaa', error: 'errorHipaa' },
  data_use: { name: 'dataUse', error: 'errorDataUse' },
  arbitration: { name: 'arbitration', error: 'errorArbitration' },
} as const;
const documentOf = (id: string) =>
  Object.hasOwn(documents, id) ? documents[id as keyof typeof documents] : null;

/**
 * The element of the step `consent`.
 *
 * @slot e-records - The partner's disclosure about electronic records, above the signature.
 */
export class ConsentStep extends HeldForm<ConsentShows> {
  static override styles = [...HeldForm.styles, choiceStyles, copyStyles, signatureStyles, consentStyles];
  static override slots = ['e-records'];

  @state() private decisions: Record<string, boolean> = {};
  @state() private typedName = '';
  @state() private attested = false;
  readonly #signature = new Signature();

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
    if (name === 'typed_name') return this.#checkSignature();
    if (name === 'attestation') return this.attested ? null : consent('errorAttestation');
    const at = this.shows.decisions.findIndex(({ id }) => name === `decisions.${id}`);
    const id = this.shows.decisions[at]?.id ?? '';
    if (this.decisions[id] === true) return null;
    const known = documentOf(id);
    return known === null ? consent('errorOther', { number: at + 1 }) : consent(known.error);
  }

  #checkSignature(): string | null {
    const typed = this.typedName.trim();
    if (typed === '') return consent('errorName');
    const long = tooLong(consent('signature'), typed, longestSignature);
    return long ?? this.#signature.check(typed, this.shows.given_name);
  }

  protected override submit(event: Event): void {
    this.#signature.attempt(this.typedName.trim(), () => super.submit(event));
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

  #nameOf({ id }: Decision): string {
    const known = documentOf(id);
    const number = this.shows.decisions.findIndex((decision) => decision.id === id) + 1;
    return known === null ? consent('other', { number }) : consent(known.name);
  }

  #read(decision: Decision): void {
    const content = decision.format === 'html' ? sanitize(decision.detail) : decision.detail;
    const key = `${this.shows.content_hash} ${decision.id}`;
    const heading = this.#nameOf(decision);
    void this.renderRoot.querySelector('dx-reading-dialog')?.show({ key, heading, content });
  }

  protected override render() {
    return html`<form class="groups" novalidate @submit=${this.submit}>
      <div>
        <h2 tabindex="-1">${consent('heading')}</h2>
        <p class="lead">${consent('lead')}</p>
      </div>
      ${this.form.renderSummary()} ${renderAround(this.shows.lead)}
      ${this.shows.sections.map(
        ({ title, body }) => html`<section class="copy" lang="en" dir="ltr">
          ${title === null ? nothing : html`<h3 class="verbatim">${title}</h3>`}
          <p class="verbatim">${body}</p>
        </section>`,
      )}
      <div class="fields">${this.shows.decisions.map((decision) => this.#renderDecision(decision))}</div>
      ${renderAround(this.shows.tail)} ${this.#renderSignature()}
      <dx-reading-dialog></dx-reading-dialog>
    </form>`;
  }

  #renderDecision(decision: Decision) {
    const name = `decisions.${decision.id}`;
    return html`<div>
      ${this.tickBox(
        name,
        this.decisions[decision.id] === true,
        (ticked) => {
          this.decisions = { ...this.decisions, [decision.id]: ticked };
        },
        {
          label: serviceText(decision.label),
          required: true,
          beside: html`<button
            class="tertiary"
            type="button"
            aria-haspopup="dialog"
            @click=${() => this.#read(decision)}
          >
            ${this.#renderLink(decision)}
          </button>`,
        },
      )}
    </div>`;
  }

  /** The link text of the service, with the document unless it names it. Ours if it is empty or an address (GAP-18). */
  #renderLink(decision: Decision) {
    const document = this.#nameOf(decision);
    const link = decision.link?.trim() ?? '';
    if (link === '' || /^[#/]|:\/\//.test(link)) return consent('read', { document });
    const named = link.toLowerCase().includes(document.toLowerCase());
    const suffix = named ? nothing : html`<span class="visually-hidden"> (${document})</span>`;
    return html`<span>${serviceText(link)}${suffix}</span>`;
  }

  #renderSignature() {
    return html`<fieldset class="signature">
      <legend class="group">${consent('signature')}</legend>
      <div class="fields">
        <slot name="e-records"></slot>
        <div class="line">
        <div>
        ${this.textField(
          'typed_name',
          this.typedName,
          (name) => {
            this.typedName = name;
          },
          { label: consent('typedName'), look: 'signed' },
        )}
        ${this.#renderOtherName()}
        </div>
        <div class="field date">
          <p class="legend">${consent('date')}</p>
          <p class="figures">${today()}</p>
        </div>
        </div>
        <div>
          ${this.tickBox(
            'attestation',
            this.attested,
            (ticked) => {
              this.attested = ticked;
            },
            { label: consent('attestation'), required: true },
          )}
        </div>
      </div>
      <div class="stack sign">
        <p>${consent('meaning')}</p>
        <div class="actions">${submitButton(consent('sign'), this.sending, consent('signing'))}</div>
      </div>
    </fieldset>`;
  }

  #renderOtherName() {
    if (!this.errors.has('typed_name')) return nothing;
    return this.#signature.renderWaysOn({
      busy: this.busy,
      correct: () => this.renderRoot.querySelector<HTMLElement>('#typed_name')?.focus(),
      restore: (typed) => {
        this.typedName = typed;
      },
    });
  }
}

/** Draws the texts of the service around its sections and decisions. */
const renderAround = (texts: readonly string[]) =>
  texts.length === 0
    ? nothing
    : html`<section class="copy" lang="en" dir="ltr">
        ${texts.map((text) => html`<p class="verbatim">${text}</p>`)}
      </section>`;

define('dx-consent-step', ConsentStep);
