/**
 * Shows a frozen presentation: every part in the order received, with its text unchanged, in any shape. If a part
 * cannot be shown, the page says so and nothing can be signed (Structured physician order; PHY-30, PHY-31, GAP-79, T95,
 * T96).
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { PresentationNode } from '../../server/contract/physician-api.ts';
import { physician as say } from '../texts/english.ts';
import { isHead, isHeading, type Table, tableOf } from './table.ts';

/** A `.presentation`. */
export const presentationStyles = css`
  .presentation {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px;
  }
  .presentation section,
  .presentation .part {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  .presentation > section {
    padding-block-start: 20px;
    border-block-start: 1px solid var(--_hairline);
  }
  .presentation dl {
    display: grid;
    gap: 8px;
  }
  .presentation dl > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0 16px;
  }
  .presentation dt {
    color: var(--_quiet);
  }
  .presentation .table {
    overflow-x: auto;
  }
  .presentation table {
    border-collapse: collapse;
    inline-size: 100%;
  }
  .presentation :is(th, td) {
    padding-block: 8px;
    padding-inline: 0 16px;
    border-block-end: 1px solid var(--_hairline);
    text-align: start;
    vertical-align: top;
    overflow-wrap: normal;
  }
  .presentation th {
    color: var(--_quiet);
    font-weight: inherit;
  }
  .presentation .unshown {
    padding: 12px 14px;
    border: 1px solid var(--_danger);
    border-radius: var(--_radius);
  }
  @container (min-width: 520px) {
    .presentation dl > div {
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    }
  }
`;

/** Whether the page can show all nodes. It does not show kinds that it does not know. */
export const isComplete = (nodes: readonly PresentationNode[]): boolean =>
  nodes.every((node) => node.kind === 'text' || (node.kind === 'group' && isComplete(node.nodes)));

/** @returns the texts of the nodes at any depth, in order, without parts that cannot be shown */
export const textsOf = (nodes: readonly PresentationNode[]): string[] =>
  nodes.flatMap((node) =>
    node.kind === 'text' ? [node.text] : node.kind === 'group' ? textsOf(node.nodes) : [],
  );

/** Draws the nodes of a presentation, and a message in place of each part that cannot be shown. */
export const presentation = (nodes: readonly PresentationNode[]): TemplateResult =>
  html`<div class="presentation" lang="en" dir="ltr">${nodes.map((node) => part(node, true))}</div>`;

function part(node: PresentationNode, outermost = false): TemplateResult {
  switch (node.kind) {
    case 'text':
      return isHeading(node)
        ? html`<h3 class="verbatim">${node.text}</h3>`
        : html`<p class="verbatim">${node.text}</p>`;
    case 'group':
      if (node.nodes.length > 0 && node.nodes.every(isRow)) return html`<dl>${node.nodes.map(row)}</dl>`;
      return outermost
        ? html`<section>${partsOf(node.nodes)}</section>`
        : html`<div class="part">${partsOf(node.nodes)}</div>`;
    default:
      return html`<p class="unshown">${say('partMissing')}</p>`;
  }
}

/** Draws parts in order. The head of a table is drawn with the table that follows it. */
const partsOf = (nodes: readonly PresentationNode[]): (TemplateResult | typeof nothing)[] =>
  nodes.map((node, at) => {
    const after = nodes[at + 1];
    if (isHead(node) && after && tableIn(after, node)?.head) return nothing;
    const found = tableIn(node, nodes[at - 1]);
    return found ? table(found) : part(node);
  });

/** Pairs of a label and a text are a list, not a table. */
const tableIn = (node: PresentationNode, before: PresentationNode | undefined): Table | null =>
  node.kind === 'group' && node.nodes.every(isRow) ? null : tableOf(node, before);

const table = ({ head, rows }: Table): TemplateResult =>
  html`<div class="table" tabindex="0" role="group" aria-label=${say('table')}>
    <table>
      ${head === null ? nothing : html`<thead><tr>${head.map((cell) => html`<th scope="col" class="verbatim">${cell}</th>`)}</tr></thead>`}
      <tbody>
        ${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td class="verbatim">${cell}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`;

/** Whether a node is one label with one text. */
function isRow(node: PresentationNode): boolean {
  if (node.kind !== 'group' || node.nodes.length !== 2) return false;
  const [label, value] = node.nodes;
  return label?.kind === 'text' && label.name === 'label' && value?.kind === 'text' && value.name === 'value';
}

function row(node: PresentationNode): TemplateResult {
  const [label = '', value = ''] = textsOf([node]);
  return html`<div><dt class="verbatim">${label}</dt><dd class="verbatim">${value}</dd></div>`;
}
