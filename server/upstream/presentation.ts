/**
 * Reads a frozen presentation part by part, in the order received and unchanged, and says where a part cannot be shown as
 * text: such an order is not signed (Structured physician order; PHY-30, PHY-31, GAP-79, GAP-80, T96).
 */
import type { AcknowledgementField, PresentationNode } from '../contract/physician-api.ts';
import type { PhysicianPresentation } from '../contract/upstream-api/physician-order.ts';
import { assumptions } from './assumptions.ts';

export interface ReadPresentation {
  title: string;
  nodes: PresentationNode[];
  /** Null where the two cannot be told apart. */
  acknowledgements: { field: AcknowledgementField; nodes: PresentationNode[] }[] | null;
  signable: boolean;
}

const fields: readonly AcknowledgementField[] = ['order_acknowledgement', 'electronic_signature_attestation'];
/** What the presentation itself is made of; anything beside it would be passed over. */
const own = ['schema_version', 'title', 'sections', 'required_acknowledgements'];

export function readPresentation(presentation: PhysicianPresentation): ReadPresentation {
  const { title, sections, required_acknowledgements: asked } = presentation;
  const beside = Object.keys(presentation).filter((key) => !own.includes(key));
  const nodes = [...nodesOf(sections), ...beside.map((name) => ({ kind: 'unshown' as const, name }))];
  const matched = match(asked);
  const acknowledgements =
    matched && asked.map((item, at) => ({ field: matched[at] ?? fields[0], nodes: nodesOf([item]) }));
  const all = [...nodes, ...(acknowledgements ?? []).flatMap((item) => item.nodes)];
  const complete = acknowledgements?.every((item) => hasText(item.nodes)) === true && hasText(nodes);
  return {
    title,
    nodes,
    acknowledgements: acknowledgements as ReadPresentation['acknowledgements'],
    signable: complete && all.every(isShown),
  };
}

const nodesOf = (items: readonly unknown[]): PresentationNode[] =>
  items.map((item) => nodeOf('', item)).filter((node) => node !== null);

function nodeOf(name: string, value: unknown): PresentationNode | null {
  if (typeof value === 'string') return { kind: 'text', name, text: value };
  if (typeof value === 'number' || typeof value === 'boolean')
    return { kind: 'text', name, text: String(value) };
  // Nothing was said here, so there is nothing to show.
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return { kind: 'group', name, nodes: nodesOf(value) };
  const { presentationKeys, identifierKeys } = assumptions.physician;
  const nodes: PresentationNode[] = [];
  for (const [key, part] of Object.entries(value)) {
    if (identifierKeys.includes(key)) continue;
    const node: PresentationNode | null = presentationKeys.includes(key)
      ? nodeOf(key, part)
      : { kind: 'unshown', name: key };
    if (node) nodes.push(node);
  }
  return { kind: 'group', name, nodes };
}

/** By their ids where both have one of ours; else by their order, which says enough only of exactly two. */
function match(asked: readonly unknown[]): AcknowledgementField[] | null {
  if (asked.length !== 2) return null;
  const named = asked.map((item) => fields.find((field) => identifiers(item).includes(field)));
  const [first, second] = named;
  if (first && second) return first === second ? null : [first, second];
  return first || second ? null : [...fields];
}

function identifiers(item: unknown): unknown[] {
  if (typeof item !== 'object' || item === null) return [];
  const entries: Record<string, unknown> = { ...item };
  return assumptions.physician.identifierKeys.map((key) => entries[key]);
}

const isShown = (node: PresentationNode): boolean =>
  node.kind === 'text' || (node.kind === 'group' && node.nodes.every(isShown));

const hasText = (nodes: readonly PresentationNode[]): boolean =>
  nodes.some((node) =>
    node.kind === 'text' ? node.text.trim() !== '' : node.kind === 'group' && hasText(node.nodes),
  );
