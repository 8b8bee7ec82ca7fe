/** The form for an order as a signed PDF. The file goes only to the partner's server (PEV-06, UPL-08, UPL-11, T65). */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { EvidenceAnswer, KnownClinician, PhysicianShows } from '../../server/contract/physician-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { problemWords } from '../session/failure-words.ts';
import { physician as say } from '../texts/english.ts';
import { BaseElement } from '../ui/base-element.ts';
import { define } from '../ui/define.ts';
import { knownGroup } from '../ui/facts.ts';
import { fileField, fileFieldStyles } from '../ui/file-field.ts';
import { byteWords } from '../ui/format.ts';
import { pdfFault } from '../ui/pdf.ts';
import { PendingUpload } from '../ui/pending-upload.ts';
import { submitButton } from '../ui/submit-button.ts';
import { checksOf, Form, licenseFields, ticked } from './form.ts';
import { OrderDates } from './order-date.ts';
import { styles } from './styles.ts';
import { isOfFile, refusedWords } from './words.ts';

const fields = {
  physician_full_name: { label: () => say('physicianName'), empty: () => say('errorFullName') },
  ...licenseFields,
};
const names = Object.keys(fields);

/**
 * @fires dx-upload - `{ file }`, a PDF to keep.
 * @fires dx-hand-in - The answer.
 */
export class DocumentFormElement extends BaseElement {
  static override styles = [...styles, fileFieldStyles];
  static override properties = {
    shows: { attribute: false },
    clinician: { attribute: false },
    typed: { attribute: false },
    problem: { attribute: false },
    busy: { type: Boolean },
  };

  shows!: Extract<PhysicianShows, { step: 'document' }>;
  /** What the partner knows of the clinician. */
  clinician: KnownClinician | null = null;
  /** As of {@link Form}. */
  typed: Record<string, string> = {};
  problem: ProblemBody | null = null;
  busy = false;
  readonly #upload = new PendingUpload();
  #wrongFile: string | null = null;
  #asked = false;
  readonly #dates = new OrderDates();
  #form = new Form(this, {});

  override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated) this.#form = this.#begin();
    if (changed.has('problem') && this.problem) this.#refuse(this.problem);
    const isOver = changed.has('busy') && !this.busy;
    if (isOver && this.#upload.end(this.shows.uploaded))
      void this.updateComplete.then(() => this.renderRoot.querySelector('form')?.requestSubmit());
  }

  #begin(): Form {
    const { full_name, npi, license_state, license_number } = this.clinician ?? {};
    const checks = {
      document: () => this.#wrongFile ?? (this.#hasFile ? null : say('errorFile')),
      ...checksOf(fields),
      order_date: this.#dates.check,
      attestation: ticked(() => say('errorAttest')),
    };
    const known = { physician_full_name: full_name, npi, license_state, license_number };
    const form = new Form(this, checks, { ...known, order_date: this.#dates.write() }, this.typed);
    form.opened = !form.isValid(names);
    return form;
  }

  /** Shows a file that the server did not take as one that this page does not take. */
  #refuse(problem: ProblemBody): void {
    const isFile = isOfFile(problem);
    if (isFile) this.#wrongFile = problemWords(problem.code);
    const fields = isFile ? [{ ...problem, path: 'document', message: '' }] : problem.fields;
    if (fields) this.#form.place(fields);
  }

  /** The partner may have the document already, so the element asks once by itself. */
  override updated(): void {
    if (!this.shows.asks_partner || this.#asked || this.busy) return;
    this.#asked = true;
    this.#send('dx-hand-in', { ask_partner: true } satisfies EvidenceAnswer);
  }

  get #hasFile(): boolean {
    return this.shows.uploaded !== null || this.#upload.isUnderWay;
  }

  #choose(file: File): void {
    const fault = pdfFault(file);
    this.#wrongFile = fault && say(fault === 'type' ? 'errorFileType' : 'errorFileSize');
    if (fault === null) {
      this.#upload.begin(this.shows.uploaded);
      this.#send('dx-upload', { file });
    }
    this.#form.set('document', file.name);
    if (fault !== null) this.#form.leave('document');
    else this.#form.forget('document');
  }

  #submit(event: Event): void {
    event.preventDefault();
    const { uploaded } = this.shows;
    if ((this.busy && !this.#upload.isUnderWay) || !this.#form.complete()) return;
    this.#upload.isPressed = this.#upload.isUnderWay;
    this.requestUpdate();
    if (this.busy || uploaded === null) return;
    const value = (name: string) => this.#form.value(name).trim();
    this.#send('dx-hand-in', {
      document_id: uploaded.document_id,
      physician_full_name: value('physician_full_name'),
      npi: value('npi'),
      license_state: value('license_state'),
      license_number: value('license_number'),
      order_date: this.#dates.read(value('order_date')) ?? '',
      attestation: true,
    } satisfies EvidenceAnswer);
  }

  #send(type: 'dx-upload' | 'dx-hand-in', detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  protected override render(): TemplateResult {
    const form = this.#form;
    return html`<form class="groups" novalidate @submit=${this.#submit}>
      <div>
        <h2 tabindex="-1">${say('documentHeading')}</h2>
        <p class="lead">${say('documentLead')}</p>
      </div>
      ${this.#renderRefused()} ${form.renderErrors()}
      <div class="fields">
        ${this.#renderFile()} ${this.#renderPhysician()}
        ${form.text('order_date', say('orderDate'), { hint: this.#dates.hint })}
        ${form.box('attestation', say('attest'))}
      </div>
      <div class="actions">${submitButton(say('sendDocument'), this.busy && (!this.#upload.isUnderWay || this.#upload.isPressed), say('sending'))}</div>
    </form>`;
  }

  #renderPhysician(): TemplateResult {
    const form = this.#form;
    form.opened ||= !form.isValid(names);
    const shown = Object.entries(fields).map(([name, { label }]) => ({ name, label: label() }));
    if (form.opened) return html`${shown.map(({ name, label }) => form.text(name, label))}`;
    const lines = shown.map(({ name, label }) => ({ name: label, value: form.value(name) }));
    return knownGroup('physician', say('providerLegend'), lines, () => void form.open('physician_full_name'));
  }

  #renderRefused() {
    const { state, reason } = this.shows;
    if (state !== 'refused') return nothing;
    return html`<p class="panel">${refusedWords(reason)}</p>`;
  }

  #renderFile(): TemplateResult {
    const { uploaded } = this.shows;
    return fileField({
      name: 'document',
      label: say('file'),
      hint: uploaded === null ? say('fileHint') : say('fileUploaded', { size: byteWords(uploaded.bytes) }),
      accept: 'application/pdf',
      error: this.#form.errors.get('document'),
      isThere: uploaded !== null,
      isSending: this.busy && this.#upload.isUnderWay,
      disabled: this.busy,
      choose: (file) => this.#choose(file),
    });
  }
}

define('dx-physician-document', DocumentFormElement);
