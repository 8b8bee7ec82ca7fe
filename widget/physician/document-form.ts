/** The form for an order as a signed PDF. The file goes only to the partner's server (PEV-06, UPL-08, UPL-11, T65). */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { EvidenceAnswer, PhysicianShows } from '../../server/contract/physician-api.ts';
import type { FieldProblem } from '../../server/contract/problem.ts';
import { checkbox } from '../ui/choices.ts';
import { define } from '../ui/define.ts';
import { errorLine } from '../ui/field.ts';
import { submitButton } from '../ui/submit-button.ts';
import { Form, filled, ticked } from './form.ts';
import { checkOrderDate, isoOf, typedDate } from './order-date.ts';
import { styles } from './styles.ts';

const largestBytes = 20 * 1024 * 1024;

/**
 * @fires dx-upload - `{ file }`, a PDF to keep.
 * @fires dx-hand-in - The answer.
 */
export class DocumentFormElement extends LitElement {
  static override styles = styles;
  static override properties = {
    shows: { attribute: false },
    problems: { attribute: false },
    busy: { type: Boolean },
  };

  shows!: Extract<PhysicianShows, { step: 'document' }>;
  problems: readonly FieldProblem[] | undefined = undefined;
  busy = false;
  #wrongFile: string | null = null;
  #asked = false;
  #form = new Form(
    this,
    {
      document: () => this.#wrongFile ?? (this.shows.uploaded === null ? 'Choose the signed PDF.' : null),
      physician_full_name: filled('the full name'),
      npi: filled('the NPI'),
      license_state: filled('the state of the license'),
      license_number: filled('the license number'),
      order_date: checkOrderDate,
      attestation: ticked('Confirm that this is the signed order.'),
    },
    { order_date: typedDate() },
  );

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('problems') && this.problems) this.#form.place(this.problems);
  }

  /** The partner may have the document already, so the element asks once by itself. */
  override updated(): void {
    if (!this.shows.asks_partner || this.#asked || this.busy) return;
    this.#asked = true;
    this.#send('dx-hand-in', { ask_partner: true } satisfies EvidenceAnswer);
  }

  /** Checks type and size here for a quick message. The server checks again. */
  #choose({ files }: HTMLInputElement): void {
    const file = files?.[0];
    if (file === undefined) return;
    this.#wrongFile = null;
    if (file.type !== 'application/pdf') this.#wrongFile = 'Only a PDF can be taken.';
    else if (file.size > largestBytes)
      this.#wrongFile = 'This file is larger than 20 MB. Choose a smaller one.';
    else this.#send('dx-upload', { file });
    this.#form.set('document', file.name);
    if (this.#wrongFile !== null) this.#form.leave('document');
    else this.#form.errors.delete('document');
  }

  #submit(event: Event): void {
    event.preventDefault();
    const { uploaded } = this.shows;
    if (this.busy || !this.#form.complete() || uploaded === null) return;
    const value = (name: string) => this.#form.value(name).trim();
    this.#send('dx-hand-in', {
      document_id: uploaded.document_id,
      physician_full_name: value('physician_full_name'),
      npi: value('npi'),
      license_state: value('license_state'),
      license_number: value('license_number'),
      order_date: isoOf(value('order_date')) ?? '',
      attestation: true,
    } satisfies EvidenceAnswer);
  }

  #send(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  protected override render(): TemplateResult {
    const form = this.#form;
    return html`<form class="groups" novalidate @submit=${this.#submit}>
      <div>
        <h2 tabindex="-1">The signed order</h2>
        <p class="lead">Upload the order that you have signed, as a PDF of at most 20 MB.</p>
      </div>
      ${this.#renderRefused()} ${form.renderErrors()}
      <div class="fields">
        ${this.#renderFile()} ${form.text('physician_full_name', 'Physician’s full name')}
        ${form.text('npi', 'NPI')} ${form.text('license_state', 'License state')}
        ${form.text('license_number', 'License number')}
        ${form.text('order_date', 'Order date', { hint: 'Month, day and year, such as 03/14/2026.' })}
        <div>
          ${checkbox({
            name: 'attestation',
            label: 'This is the order, signed by the physician named above.',
            ticked: form.value('attestation') === 'yes',
            required: true,
            error: form.errors.get('attestation'),
            tick: (is) => {
              form.set('attestation', is ? 'yes' : '');
              form.leave('attestation');
            },
          })}
        </div>
      </div>
      <div class="actions">${submitButton('Send the order', this.busy)}</div>
    </form>`;
  }

  #renderRefused() {
    const { state, reason } = this.shows;
    if (state !== 'refused') return nothing;
    return html`<p class="panel">
      The last document was not accepted${reason === null ? '' : html` (<span class="verbatim">${reason}</span>)`}. Please
      send another one.
    </p>`;
  }

  #renderFile(): TemplateResult {
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
      ${errorLine('document', this.#form.errors.get('document'))}
    </div>`;
  }
}

define('dx-physician-document', DocumentFormElement);
