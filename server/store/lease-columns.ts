/** The columns of work that jobs/ leases. */

/** The columns of rows that one process at a time works on (jobs/). Times are milliseconds since the epoch. */
export interface LeaseColumns {
  /** The process that works on it; null without a lease, and under a lease of a version without this column. */
  lease_owner: string | null;
  /** Until when other processes do not take the row; 0 without a lease. */
  lease_until: number;
  /** When the row can be taken next; moved with the lease. */
  due_at: number;
  /** Attempts since the last progress, including the current one. */
  attempts: number;
}

/** The values of a row that no process works on. */
export const noLease: LeaseColumns = { lease_owner: null, lease_until: 0, due_at: 0, attempts: 0 };
