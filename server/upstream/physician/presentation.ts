/**
 * Reads a frozen presentation part by part, in the order received and unchanged, and marks parts that cannot be shown
 * as text: such an order is not signed (Structured physician order; PHY-30, PHY-31, GAP-79, GAP-80, T96).
 */
import type { AcknowledgementField, PresentationNode } from '../../contract/physician-api.ts';
import type { Assumptions } from '../assumptions/assumptions.ts';
import type { AssumptionValues } from '../assumptions/schema.ts';
import type { PhysicianSession } from './responses.ts';

/** A presentation as the physician's page shows it. */
export interface ReadPresentation {
  title: string;
  nodes: PresentationNode[];
  /** Null if the two cannot be distinguished. */
  acknowledgements: { field: AcknowledgementField; nodes: PresentationNode[] }[] | null;
  /** Whether every part can be shown, and the order and both acknowledgements have text. */
  signable: boolean;
}

const fields: readonly AcknowledgementField[] = ['order_acknowledgement', 'electronic_signature_attestation'];
/** The keys that the presentation itself has; text under any other key would be missed. */
const own = ['schema_version', 'title', 'sections', 'required_acknowledgements'];

/** Reads the presentation and reports unmet assumptions; the physician's page shows where a part is missing. */
export function readPresentation(
  presentation: PhysicianSession['presentation'],
  assumptions: Assumptions,
): ReadPresentation {
  const { title, sections, required_acknowledgements: asked } = presentation;
  const nodesOf = (items: readonly unknown[]) => nodesIn(items, assumptions.values.physician);
  const beside = Object.keys(presentation).filter((key) => !own.includes(key));
  const nodes = [...nodesOf(sections), ...beside.map((name) => ({ kind: 'unshown' as const, name }))];
  const matched = match(asked, assumptions.values.physician.identifierKeys);
  const acknowledgements = matched?.map((field, at) => ({ field, nodes: nodesOf([asked[at]]) })) ?? null;
  const all = [...nodes, ...(acknowledgements ?? []).flatMap((item) => item.nodes)];
  const unshown = unshownIn(all);
  if (unshown.length > 0)
    assumptions.reportStop(
      'physician.presentationKeys',
      'physician_session.presentation',
      Object.fromEntries(unshown.map((name) => [name, null])),
    );
  if (matched === null)
    assumptions.reportStop(
      'physician.identifierKeys',
      'physician_session.presentation.required_acknowledgements',
      asked,
    );
  const complete = acknowledgements?.every((item) => hasText(item.nodes)) === true && hasText(nodes);
  return { title, nodes, acknowledgements, signable: complete && unshown.length === 0 };
}

type Keys = Pick<AssumptionValues['physician'], 'presentationKeys' | 'identifierKeys'>;

const nodesIn = (items: readonly unknown[], keys: Keys): PresentationNode[] =>
  items.map((item) => nodeOf('', item, keys)).filter((node) => node !== null);

function nodeOf(name: string, value: unknown, keys: Keys): PresentationNode | null {
  if (typeof value === 'string') return { kind: 'text', name, text: value };
  if (typeof value === 'number' || typeof value === 'boolean')
    return { kind: 'text', name, text: String(value) };
  // There is no content here, so there is nothing to show.
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return { kind: 'group', name, nodes: nodesIn(value, keys) };
  const nodes: PresentationNode[] = [];
  for (const [key, part] of Object.entries(value)) {
    if (keys.identifierKeys.includes(key)) continue;
    const node: PresentationNode | null = keys.presentationKeys.includes(key)
      ? nodeOf(key, part, keys)
      : { kind: 'unshown', name: key };
    if (node) nodes.push(node);
  }
  return { kind: 'group', name, nodes };
}

/**
 * Matches by ids if both items have one of ours; else by their order, which is sufficient for exactly two items only.
 */
function match(asked: readonly unknown[], identifierKeys: readonly string[]): AcknowledgementField[] | null {
  if (asked.length !== 2) return null;
  const named = asked.map((item) =>
    fields.find((field) => identifiers(item, identifierKeys).includes(field)),
  );
  const [first, second] = named;
  if (first && second) return first === second ? null : [first, second];
  return first || second ? null : [...fields];
}

function identifiers(item: unknown, identifierKeys: readonly string[]): unknown[] {
  if (typeof item !== 'object' || item === null) return [];
  const entries: Record<string, unknown> = { ...item };
  return identifierKeys.map((key) => entries[key]);
}

const unshownIn = (nodes: readonly PresentationNode[]): string[] =>
  nodes.flatMap((node) =>
    node.kind === 'unshown' ? [node.name] : node.kind === 'group' ? unshownIn(node.nodes) : [],
  );

const hasText = (nodes: readonly PresentationNode[]): boolean =>
  nodes.some((node) =>
    node.kind === 'text' ? node.text.trim() !== '' : node.kind === 'group' && hasText(node.nodes),
  );
