/**
 * Consent by a signed PDF (branch api_partner_pdf): the server asks the partner first; otherwise the customer uploads
 * it and enters who signed it and when. The step shows the service's verdict (CEV-22, UPL-11, UPL-33, T65).
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { DocumentShows } from '../../../server/contract/journey-api/views.ts';
import { document as signedForm } from '../../texts/english.ts';
import { choiceStyles } from '../../ui/choice-styles.ts';
import { checkDate, type DateParts, isoDateOf, noDate } from '../../ui/date-of-birth.ts';
import { define } from '../../ui/define.ts';
import { fileField, fileFieldStyles } from '../../ui/file-field.ts';
import { byteWords } from '../../ui/format.ts';
import { tooLong } from '../../ui/length.ts';
import { pdfFault, refusalOf } from '../../ui/pdf.ts';
import { PendingUpload } from '../../ui/pending-upload.ts';
import { submitButton } from '../../ui/submit-button.ts';
import { HeldForm } from './held-form.ts';
import { textOf } from './typed.ts';
import { waiting, waitingStyles } from './waiting.ts';

/** In characters. */
const longestName = 200;

/**
 * The element of the step `document`.
 *
 * @slot consent-form - The partner's form to sign, above the upload.
 */
export class DocumentStep extends HeldForm<DocumentShows> {
  static override styles = [...HeldForm.styles, choiceStyles, waitingStyles, fileFieldStyles];
  static override slots = ['consent-form'];

  @state() private signerName = '';
  @state() private signedOn: DateParts = noDate;
  @state() private attested = false;
  @state() private wrongFile: string | null = null;
  #asked = false;
  readonly #upload = new PendingUpload();

  protected override enter(): void {
    this.signerName = textOf(this.draft, 'signer_name');
    const [year = '', month = '', day = ''] = textOf(this.draft, 'signed_on').split('-');
    this.signedOn = { year, month, day };
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const isOver = changed.has('busy') && !this.busy;
    if (isOver && this.#upload.end(this.shows.uploaded))
      void this.updateComplete.then(() => this.renderRoot.querySelector('form')?.requestSubmit());
  }

  /** The partner may have the document already, so the step asks once by itself. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (!this.shows.asks_partner || this.#asked || this.busy) return;
    this.#asked = true;
    this.answer({ ask_partner: true });
  }

  protected override get sending(): boolean {
    return super.sending || this.#upload.isPressed;
  }

  protected override submit(event: Event): void {
    this.#upload.isPressed = this.#upload.isUnderWay && this.form.complete();
    this.requestUpdate();
    super.submit(event);
  }

  protected override names() {
    return ['document', 'signer_name', 'signed_on', 'attestation'];
  }

  protected override check(name: string): string | null {
    switch (name) {
      case 'document':
        if (this.wrongFile !== null) return this.wrongFile;
        return this.shows.uploaded || this.#upload.isUnderWay ? null : signedForm('errorFile');
      case 'signer_name':
        return this.signerName.trim() === ''
          ? signedForm('errorSigner')
          : tooLong(signedForm('signer'), this.signerName, longestName);
      case 'signed_on':
        return checkDate(this.signedOn, signedForm('errorSignedOn'));
      default:
        return this.attested ? null : signedForm('errorAttestation');
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

  #choose(file: File): void {
    const fault = pdfFault(file);
    this.wrongFile = fault && signedForm(fault === 'type' ? 'errorType' : 'errorSize');
    if (fault === null) {
      this.#upload.begin(this.shows.uploaded);
      this.dispatchEvent(new CustomEvent('dx-upload', { detail: { file }, bubbles: true }));
      this.edited('document');
      this.form.forget('document');
    } else this.chosen('document');
  }

  protected override render(): TemplateResult {
    const isChecking = this.shows.state === 'checking';
    if (isChecking || this.shows.asks_partner) {
      return waiting({
        title: signedForm(isChecking ? 'checking' : 'looking'),
        words: signedForm(isChecking ? 'checkingWait' : 'lookingWait'),
        again: null,
      });
    }
    return html`<form class="groups" novalidate @submit=${this.submit}>
      <div>
        <h2 tabindex="-1">${signedForm('heading')}</h2>
        <p class="lead">${signedForm('lead')}</p>
      </div>
      ${this.#renderRefused()} ${this.form.renderSummary()}
      <slot name="consent-form"></slot>
      ${this.#renderFields()}
      <div class="actions">${submitButton(signedForm('send'), this.sending)}</div>
    </form>`;
  }

  #renderFields() {
    return html`<div class="fields">
      ${this.#renderFile()}
      ${this.textField(
        'signer_name',
        this.signerName,
        (name) => {
          this.signerName = name;
        },
        { label: signedForm('signer') },
      )}
      ${this.dateField(
        'signed_on',
        this.signedOn,
        (date) => {
          this.signedOn = date;
        },
        { legend: signedForm('signedOn'), autocomplete: 'off' },
      )}
      <div>
        ${this.tickBox(
          'attestation',
          this.attested,
          (ticked) => {
            this.attested = ticked;
          },
          { label: signedForm('attestation'), required: true },
        )}
      </div>
    </div>`;
  }

  #renderRefused() {
    const { state, reason } = this.shows;
    if (state !== 'refused') return nothing;
    return html`<p class="panel">${signedForm(refusedTexts[refusalOf(reason)])}</p>`;
  }

  #renderFile() {
    const { uploaded } = this.shows;
    return fileField({
      name: 'document',
      label: signedForm('file'),
      hint:
        uploaded === null ? signedForm('drop') : signedForm('uploaded', { size: byteWords(uploaded.bytes) }),
      isThere: uploaded !== null,
      isSending: this.busy && this.#upload.isUnderWay,
      accept: 'application/pdf',
      error: this.errors.get('document'),
      disabled: this.busy,
      choose: (file) => this.#choose(file),
    });
  }
}

/** Why a document was refused. */
const refusedTexts = {
  signature: 'refusedSignature',
  damaged: 'refusedDamaged',
  other: 'refused',
} as const;

define('dx-document-step', DocumentStep);
