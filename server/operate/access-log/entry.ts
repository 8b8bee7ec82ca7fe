/** The entries of the access log, as other modules make them. */
import type { AccessAction, AccessRecordKind } from '../../contract/server-api/access.ts';

/** Who touched a record. */
export type Actor =
  /** A user of the partner, by the partner's own id. The log stores a pseudonym. */
  | { role: 'customer' | 'physician'; id: string }
  /** A person at the admin API or at the command line. The log stores the name as it is. */
  | { role: 'operator'; name: string }
  /** The testing service. */
  | { role: 'service' };

/** How an access ended: `refused` if the caller was at fault or had no right, `failed` if the server did not succeed. */
export type AccessOutcome = 'done' | 'refused' | 'failed';

/** One view or change of health data. */
export interface AccessEntry {
  actor: Actor;
  /** Your own id of the customer whose data it is; the log stores a pseudonym. Null if nobody knows it. */
  customerId: string | null;
  /** The id is a random id of this server or of the service, never a text that a person typed. Null for a whole kind. */
  record: { kind: AccessRecordKind; id: string | null };
  action: AccessAction;
  outcome: AccessOutcome;
  /** The status of the HTTP response. @default none */
  status?: number;
  /** The id of the request in the log. @default none */
  requestId?: string;
}

/** Records who touched which health data. */
export interface AccessLog {
  /**
   * Records an access. The server stores it within a second, in one batch with others. Never throws.
   *
   * @example
   * accessLog.record({
   *   actor: { role: 'operator', name: 'ada' },
   *   customerId: 'user-1',
   *   record: { kind: 'booking', id: journeyId },
   *   action: 'view',
   *   outcome: 'done',
   * });
   */
  record(entry: AccessEntry): void;
  /**
   * Stores all recorded entries now. Call it before you show health data to an operator.
   * @throws Error if the database cannot store them; they remain, and the next batch contains them
   */
  flush(): Promise<void>;
}
