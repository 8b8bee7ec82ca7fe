/** The words of the outbox: what is asked to be written upstream, and the result. */
import type { Kysely } from 'kysely';
import type { UpstreamFailure } from '../errors.ts';
import type { Tables } from '../store/tables.ts';
import type { Flow, WriteKind } from '../upstream/write-kinds.ts';

/** @typeParam F the flow whose key sends it; its kinds and no others can be named */
export interface LogicalWrite<F extends Flow = 'full_api'> {
  kind: WriteKind<F>;
  params: Record<string, string>;
  body: object | null;
  /**
   * A refused write that this one repeats with what was missing (ERR-36): its key is used first, and a new one where the
   * upstream holds the old key to its old payload (GAP-68).
   */
  resends?: string;
}

export type Outcome =
  /** `retryAfterMs` where the answer says when to read again (PHY-38). */
  { ok: true; status: number; data: unknown; retryAfterMs?: number } | { ok: false; error: UpstreamFailure };

export type WriteState = 'due' | 'settled' | 'parked';

/** What others may know of a write. */
export interface WriteName<F extends Flow = 'full_api'> {
  id: string;
  ownerId: string;
  kind: WriteKind<F>;
}

/** A write that the upstream has answered or refused. @typeParam O its owner */
export interface CompletedWrite<F extends Flow, O> {
  write: WriteName<F>;
  outcome: Outcome;
  /** The owner as it was committed with the write, where this process has it in hand; null where it must be loaded. */
  owner: O | null;
}

/**
 * Completes the write and runs `apply` in the same transaction.
 * @param apply only changes rows; returns the owner after it
 * @throws Conflict where the owner has another revision meanwhile, LeaseLost where another process has the write
 */
export type Commit<O> = (apply: (trx: Kysely<Tables>) => Promise<O>) => Promise<void>;

/**
 * Moves the owner of a completed write: computes outside any transaction, where it may read from the network, and calls
 * `commit` once. A handler that returns without it leaves the owner as it is. After a Conflict it is called again.
 */
export type CompletedHandler<F extends Flow, O> = (
  completed: CompletedWrite<F, O>,
  commit: Commit<O>,
) => Promise<void>;

/** Where a fault test may stop the process. */
export type TestPoint = (
  name: 'before_commit' | 'after_commit' | 'after_send' | 'after_answer' | 'after_settle',
  write: { id: string; ownerId: string; kind: string },
) => void | Promise<void>;

export interface WriteSettings {
  /** How long other processes leave a write to one that does not renew its lease. */
  leaseMs: number;
  /** Tries, answers that ask to wait included, before a write is parked (IDEM-11). */
  retryLimit: number;
  retryBaseMs: number;
  retryCapMs: number;
}
