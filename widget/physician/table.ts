/** A part of a presentation that is a table: rows of the same cells, with its head where the service names one (GAP-79). */
import type { PresentationNode } from '../../server/contract/physician-api.ts';

export interface Table {
  head: string[] | null;
  rows: string[][];
}

const headNames = ['columns', 'column_names', 'header', 'headers', 'head'];

/**
 * The table that a part and the one before it make; null where it is none: rows of which one has other cells would put a
 * text under the wrong head.
 */
export function tableOf(node: PresentationNode, before: PresentationNode | undefined): Table | null {
  if (node.kind !== 'group' || node.nodes.length === 0) return null;
  const rows = node.nodes.map(cellsOf);
  const first = node.nodes[0];
  const width = rows[0]?.length ?? 0;
  const isEven = node.nodes.every((row) => namesOf(row) === namesOf(first));
  if (width < 2 || !isEven || !isFull(rows)) return null;
  const head = before && isHead(before) ? cellsOf(before) : null;
  return { head: head?.length === width ? head : null, rows };
}

export const isHeading = ({ name }: PresentationNode): boolean => name === 'title' || name === 'heading';

export const isHead = ({ name }: PresentationNode): boolean => headNames.includes(name);

const isFull = (rows: (string[] | null)[]): rows is string[][] => rows.every((row) => row !== null);

/** The texts of a row; null where a cell is more than a text. */
function cellsOf(node: PresentationNode): string[] | null {
  const row = unwrapped(node);
  if (row.kind !== 'group') return null;
  const cells = row.nodes.map(unwrapped);
  // Parts with a heading each are read one below the other.
  if (row.nodes.some(isHeading) || !cells.every((cell) => cell.kind === 'text')) return null;
  return cells.map((cell) => cell.text);
}

/** What stands alone in a group, as a cell or the cells of a row may. */
function unwrapped(node: PresentationNode): PresentationNode {
  const [only, ...others] = node.kind === 'group' ? node.nodes : [];
  return only && others.length === 0 ? unwrapped(only) : node;
}

function namesOf(node: PresentationNode | undefined): string {
  const row = node && unwrapped(node);
  return row?.kind === 'group' ? row.nodes.map(({ name }) => name).join(' ') : '';
}
