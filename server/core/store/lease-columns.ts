/** The columns of work that jobs/ leases. */

/** The columns of rows that one process at a time works on (jobs/). Times are milliseconds since the epoch. */
export interface LeaseColumns {
  /** The process that works on it; null without a lease. */
  lease_owner: string | null;
  /** When the row can be taken next: the end of its lease, if it has one. */
  due_at: number;
  /** Attempts since the last progress, including the current one. */
  attempts: number;
}

/** The values of a row that no process works on. It is due at once. */
export const noLease: LeaseColumns = { lease_owner: null, due_at: 0, attempts: 0 };
