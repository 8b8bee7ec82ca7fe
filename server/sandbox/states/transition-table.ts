/** State tables: the transitions of a record, each with the statuses that it starts from. No clock, no I/O. */

/** A transition: the statuses that it starts from, and the one that it leads to. */
export interface Transition<Status extends string> {
  from: readonly Status[];
  /** null keeps the status. */
  to: Status | null;
}

/** The status after a transition, or null if the table does not allow it from this status. */
export function statusAfter<Name extends string, Status extends string>(
  table: Readonly<Record<Name, Transition<Status>>>,
  transition: Name,
  from: Status,
): Status | null {
  const row = table[transition];
  return row.from.includes(from) ? (row.to ?? from) : null;
}
