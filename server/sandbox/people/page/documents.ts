/** `<document-list>`: partners' documents and physician orders, with a button for every outcome that is possible now. */
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ListedDocument } from '../../control/documents.ts';
import { change } from './control.ts';
import { LiveList, type Row } from './live-list.ts';
import { line, sentence, testName } from './words.ts';

const kinds: Record<string, string> = {
  customer_consent: 'Consent PDF',
  physician_order: 'Physician order PDF',
  structured_physician_order: 'Structured physician order',
};
const labels: Record<string, string> = {
  accepted: 'Accept',
  rejected: 'Reject',
  failed: 'Fail',
  abandoned: 'Abandon',
  superseded: 'Supersede',
  invalidated: 'Invalidate',
  available: 'Artifact available',
};
const onward = ['accepted', 'available'];

/** Names a document, such as "Consent PDF for DEXA body composition, signed by Ada Example". */
export function documentName({ kind, test_type, signer_name }: ListedDocument): string {
  const test = test_type === null ? '' : ` for ${testName(test_type)}`;
  return `${kinds[kind] ?? sentence(kind)}${test}, signed by ${signer_name}`;
}

class DocumentList extends LiveList<ListedDocument> {
  protected readonly noun = 'documents';
  protected readonly emptyText =
    'None yet. Documents come from keys whose partner handles the customer consent or the physician order.';
  protected override readonly listClass = 'cards';
  protected override readonly pageSize = 8;

  protected keyOf({ id }: ListedDocument): string {
    return id;
  }

  protected textOf(document: ListedDocument): string {
    const { id, test_type, status, safe_reason_code, api_key_prefix } = document;
    return line(documentName(document), test_type, sentence(status), safe_reason_code, api_key_prefix, id);
  }

  protected row(document: ListedDocument): Row {
    const { status, safe_reason_code, outcomes, lever } = document;
    const name = documentName(document);
    const setOutcome = (outcome: string) =>
      void change(`${labels[outcome]}: done.`, 'POST', lever.slice('/sandbox'.length), { status: outcome });
    return {
      name,
      content: html`<div class="head"><h3>${name}</h3><span class="chip ${status}">${sentence(status)}</span></div>
        ${safe_reason_code ? html`<p class="quiet">${sentence(safe_reason_code)}</p>` : nothing}
        <div class="moves">${repeat(
          outcomes,
          (outcome) => outcome,
          (outcome) => html`<button
            type="button"
            class=${onward.includes(outcome) ? 'onward' : nothing}
            @click=${() => setOutcome(outcome)}
          >${labels[outcome] ?? sentence(outcome)}</button>`,
        )}</div>`,
    };
  }
}

customElements.define('document-list', DocumentList);
