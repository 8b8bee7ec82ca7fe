/**
 * Consent by a signed PDF (branch api_partner_pdf): the server asks the partner first; otherwise the customer uploads
 * it and enters who signed it and when. The step shows the service's verdict (CEV-22, UPL-11, UPL-33, T65).
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { DocumentShows } from '../../../server/contract/journey-api/views.ts';
import { checkbox } from '../../ui/choices.ts';
import { checkDate, type DateParts, dateOfBirth, isoDateOf, noDate } from '../../ui/date-of-birth.ts';
import { define } from '../../ui/define.ts';
import { errorLine, field } from '../../ui/field.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { FormStep } from './form-step.ts';
import { textOf } from './typed.ts';
import { waiting, waitingStyles } from './waiting.ts';

const largestBytes = 20 * 1024 * 1024;

/** The element of the step `document`. */
export class DocumentStep extends FormStep<DocumentShows> {
  static override styles = [...FormStep.styles, waitingStyles];

  @state() private signerName = '';
  @state() private signedOn: DateParts = noDate;
  @state() private attested = false;
  @state() private wrongFile: string | null = null;
  #asked = false;

  protected override enter(): void {
    this.signerName = textOf(this.draft, 'signer_name');
    const [year = '', month = '', day = ''] = textOf(this.draft, 'signed_on').split('-');
    this.signedOn = { year, month, day };
  }

  /** The partner may have the document already, so the step asks once by itself. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (!this.shows.asks_partner || this.#asked || this.busy) return;
    this.#asked = true;
    this.answer({ ask_partner: true });
  }

  protected override names() {
    return ['document', 'signer_name', 'signed_on', 'attestation'];
  }

  protected override check(name: string): string | null {
    switch (name) {
      case 'document':
        return this.wrongFile ?? (this.shows.uploaded === null ? 'Choose the signed PDF.' : null);
      case 'signer_name':
        return this.signerName.trim() === '' ? 'Enter the name of the person who signed.' : null;
      case 'signed_on':
        return checkDate(this.signedOn);
      default:
        return this.attested ? null : 'Confirm that this is the signed document.';
    }
  }

  protected override body() {
    const { uploaded } = this.shows;
    if (uploaded === null) return null;
    return {
      document_id: uploaded.document_id,
      signer_name: this.signerName.trim(),
      signed_on: isoDateOf(this.signedOn),
      attestation: true as const,
    };
  }

  protected override typed() {
    const { year, month, day } = this.signedOn;
    return { signer_name: this.signerName, signed_on: `${year}-${month}-${day}` };
  }

  /** Checks type and size here for a quick message. The server checks again. */
  #choose({ files }: HTMLInputElement): void {
    const file = files?.[0];
    if (file === undefined) return;
    this.wrongFile = null;
    if (file.type !== 'application/pdf') this.wrongFile = 'Only a PDF can be taken.';
    else if (file.size > largestBytes)
      this.wrongFile = 'This file is larger than 20 MB. Choose a smaller one.';
    if (this.wrongFile === null) {
      this.dispatchEvent(new CustomEvent('dx-upload', { detail: { file }, bubbles: true }));
    }
    this.chosen('document');
  }

  protected override render(): TemplateResult {
    if (this.shows.state === 'checking') {
      return waiting({
        title: 'We are checking your document',
        words: 'This usually takes a moment. You can leave this page; nothing is lost.',
        again: null,
      });
    }
    if (this.shows.asks_partner) {
      return waiting({
        title: 'Your consent',
        words: 'Looking for the consent you have signed.',
        again: null,
      });
    }
    return html`<form class="groups" novalidate @submit=${this.submit}>
      <div>
        <h2 tabindex="-1">Your signed consent</h2>
        <p class="lead">Upload the consent form that you have signed, as a PDF of at most 20 MB.</p>
      </div>
      ${this.#renderRefused()} ${this.renderErrors()}
      <div class="fields">
        ${this.#renderFile()}
        ${field({
          name: 'signer_name',
          label: 'Name of the person who signed',
          value: this.signerName,
          error: this.errors.get('signer_name'),
          maxLength: 200,
          edit: (name) => {
            this.signerName = name;
            this.edited('signer_name');
          },
          leave: () => this.leave('signer_name'),
        })}
        ${dateOfBirth({
          name: 'signed_on',
          legend: 'Signed on',
          autocomplete: 'off',
          value: this.signedOn,
          error: this.errors.get('signed_on'),
          edit: (date) => {
            this.signedOn = date;
            this.edited('signed_on');
          },
          leave: () => this.leave('signed_on'),
        })}
        <div>
          ${checkbox({
            name: 'attestation',
            label: 'This is the consent form, signed by the person named above.',
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
      <div class="actions">${submitButton('Send document', this.busy)}</div>
    </form>`;
  }

  #renderRefused() {
    const { state: standing, reason } = this.shows;
    if (standing !== 'refused') return nothing;
    return html`<p class="panel">
      The last document was not accepted${reason === null ? '' : html` (<span class="verbatim">${reason}</span>)`}. Please
      upload another one.
    </p>`;
  }

  #renderFile() {
    const { uploaded } = this.shows;
    const size = uploaded === null ? '' : `${Math.max(1, Math.round(uploaded.bytes / 1024))} kB`;
    return html`<div class="field">
      <label for="document">Signed PDF</label>
      ${uploaded === null ? nothing : html`<p class="hint">Uploaded (${size}). Choose again to replace it.</p>`}
      <input
        id="document"
        name="document"
        type="file"
        accept="application/pdf"
        aria-describedby="document-error"
        ?disabled=${this.busy}
        @change=${({ target }: Event) => this.#choose(target as HTMLInputElement)}
      />
      ${errorLine('document', this.errors.get('document'))}
    </div>`;
  }
}

define('dx-document-step', DocumentStep);
