/** What a customer signed: the same document on the screen and on paper. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { SignedConsents } from '../../server/contract/journey-api/signed-consents.ts';
import { signed as say } from '../texts/english.ts';
import { copyStyles } from '../ui/copy.ts';
import { byteWords, momentHere } from '../ui/format.ts';
import { serviceText } from '../ui/marked-text.ts';
import { printDocument, printStyles } from '../ui/print.ts';
import { copyBlock } from './copy-block.ts';

type Consents = SignedConsents['consents'];
type Consent = Consents[number];
type SignedDocument = Extract<Consent, { document: object }>;
type SignedText = Exclude<Consent, SignedDocument>;

/** On paper only: an element has these rules. */
const paperStyles = css`
  .stack {
    display: grid;
    gap: 12px;
  }
  .verbatim {
    white-space: pre-wrap;
  }
`;

/** Draws the text, the decisions and the signature of each consent, in the order of the step. Needs `copyStyles`. */
export const signedConsents = (consents: Consents): TemplateResult[] => consents.map(renderConsent);

function renderConsent(it: Consent): TemplateResult {
  const isDocument = 'document' in it;
  const rows: [name: string, value: unknown][] = [
    [say('name'), html`<bdi>${isDocument ? it.signer_name : it.typed_name}</bdi>`],
    [say('time'), momentHere(it.signed_at)],
    ...(isDocument ? documentRows(it) : textRows(it)),
  ];
  return html`<section class="stack">
    <dl class="pairs">
      ${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd class="figures">${value}</dd></div>`)}
    </dl>
    ${isDocument ? nothing : renderText(it)}
  </section>`;
}

const documentRows = ({ document }: SignedDocument): [string, unknown][] => [
  [say('document'), say('pdf', { size: byteWords(document.bytes) })],
  [say('checksum'), html`<bdi dir="ltr">${document.sha256}</bdi>`],
];

const textRows = ({ signed_from: from, template_version: version }: SignedText): [string, unknown][] => [
  ...(from === null ? [] : [[say('from'), html`<bdi dir="ltr">${from}</bdi>`] as [string, unknown]]),
  ...(version === null ? [] : [[say('version'), serviceText(String(version))] as [string, unknown]]),
];

function renderText({ text, decisions: agreed }: SignedText): TemplateResult {
  const { lead, sections, decisions, tail } = text;
  return html`${lead.map((part) => copy('text', part))}
    ${sections.map(
      ({ title, body }) => html`${title === null ? nothing : heading(title)}
        ${copy('text', body)}`,
    )}
    ${decisions.map(
      ({ id, label, format, detail }) => html`<div class="stack">
        ${heading(label)}
        <p>${say(agreed[id] === true ? 'agreed' : 'notAgreed')}</p>
        ${copy(format, detail)}
      </div>`,
    )}
    ${tail.map((part) => copy('text', part))}`;
}

const heading = (text: string) => html`<h3 class="verbatim" lang="en" dir="ltr">${text}</h3>`;

const copy = (format: 'html' | 'text', text: string) => copyBlock(format, text, 3);

/**
 * Opens the browser's print dialog for what a customer signed.
 * @param signal removes the document from the page
 */
export function printConsents(consents: Consents, signal: AbortSignal): void {
  const title = say('heading');
  const content = html`<h1>${title}</h1><main>${signedConsents(consents)}</main>`;
  void printDocument({ title, content, styles: [copyStyles, paperStyles, printStyles] }, signal);
}
