/** Detects tables in a presentation: rows of the same cells, with a head if the service names one (GAP-79). */
import type { PresentationNode } from '../../server/contract/physician-api.ts';

/** A table of texts. `head` is null when the service names none. */
export interface Table {
  head: string[] | null;
  rows: string[][];
}

const headNames = ['columns', 'column_names', 'header', 'headers', 'head'];

/**
 * @param before the part before it, which may be its head
 * @returns the table that a part and its head form; null when it has fewer than two columns, or when the rows have
 *   different cells, because a text could then appear under the wrong head
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

/** Whether the node is a heading. */
export const isHeading = ({ name }: PresentationNode): boolean => name === 'title' || name === 'heading';

/** Whether the node is the head of a table. */
export const isHead = ({ name }: PresentationNode): boolean => headNames.includes(name);

const isFull = (rows: (string[] | null)[]): rows is string[][] => rows.every((row) => row !== null);

/** The texts of a row; null when a cell is more than a text. */
function cellsOf(node: PresentationNode): string[] | null {
  const row = unwrapped(node);
  if (row.kind !== 'group') return null;
  const cells = row.nodes.map(unwrapped);
  // Parts that each have a heading are shown one below the other.
  if (row.nodes.some(isHeading) || !cells.every((cell) => cell.kind === 'text')) return null;
  return cells.map((cell) => cell.text);
}

/** The only node of a group, at any depth: a cell, or the cells of a row, may be wrapped. */
function unwrapped(node: PresentationNode): PresentationNode {
  const [only, ...others] = node.kind === 'group' ? node.nodes : [];
  return only && others.length === 0 ? unwrapped(only) : node;
}

function namesOf(node: PresentationNode | undefined): string {
  const row = node && unwrapped(node);
  return row?.kind === 'group' ? row.nodes.map(({ name }) => name).join(' ') : '';
}
