/** What a customer signed: the same document on the screen and on paper. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { SignedConsents } from '../../server/contract/journey-api/signed-consents.ts';
import { signed as say } from '../texts/english.ts';
import { copyStyles } from '../ui/copy.ts';
import { momentHere } from '../ui/format.ts';
import { serviceText } from '../ui/marked-text.ts';
import { printDocument, printStyles } from '../ui/print.ts';
import { sanitize } from '../ui/sanitize.ts';

type Consents = SignedConsents['consents'];
type Consent = Consents[number];

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

function renderConsent({ signed_at: at, template_version: version, ...it }: Consent): TemplateResult {
  const { lead, sections, decisions, tail } = it.text;
  return html`<section class="stack">
    <dl class="pairs">
      <div><dt>${say('name')}</dt><dd><bdi>${it.typed_name}</bdi></dd></div>
      <div><dt>${say('time')}</dt><dd class="figures">${momentHere(at)}</dd></div>
      ${version === null ? nothing : html`<div><dt>${say('version')}</dt><dd class="figures">${serviceText(String(version))}</dd></div>`}
    </dl>
    ${lead.map((text) => copy('text', text))}
    ${sections.map(
      ({ title, body }) => html`${title === null ? nothing : heading(title)}
        ${copy('text', body)}`,
    )}
    ${decisions.map(
      ({ id, label, format, detail }) => html`<div class="stack">
        ${heading(label)}
        <p>${say(it.decisions[id] === true ? 'agreed' : 'notAgreed')}</p>
        ${copy(format, detail)}
      </div>`,
    )}
    ${tail.map((text) => copy('text', text))}
  </section>`;
}

const heading = (text: string) => html`<h3 class="verbatim" lang="en" dir="ltr">${text}</h3>`;

const copy = (format: 'html' | 'text', text: string) =>
  format === 'html'
    ? html`<div class="copy" lang="en" dir="ltr">${guard([text], () => sanitize(text))}</div>`
    : html`<div class="copy text" lang="en" dir="ltr">${text}</div>`;

/**
 * Opens the browser's print dialog for what a customer signed.
 * @param signal removes the document from the page
 */
export function printConsents(consents: Consents, signal: AbortSignal): void {
  const title = say('heading');
  const content = html`<h1>${title}</h1><main>${signedConsents(consents)}</main>`;
  void printDocument({ title, content, styles: [copyStyles, paperStyles, printStyles] }, signal);
}
