/** The types of the outbox: a requested upstream write and its result. */
import type { Kysely } from 'kysely';
import type { UpstreamFailure } from '../../core/errors.ts';
import type { Tables } from '../../core/store/tables.ts';
import type { Flow, WriteKind } from '../write-kinds.ts';

/**
 * A write to the upstream, as the caller requests it. @typeParam F the flow whose API key sends it; only its kinds are
 * allowed
 */
export interface LogicalWrite<F extends Flow = 'full_api'> {
  kind: WriteKind<F>;
  /** The values of the `{name}` places in the kind's path, not encoded. */
  params: Record<string, string>;
  /** Null for an endpoint that takes no body. */
  body: object | null;
  /**
   * The id of a refused write that this one repeats: with the missing input added (ERR-36), or because it may have taken
   * effect. The write uses the same key first. If the upstream binds the old key to its old payload, a repeatable write
   * gets a new key (GAP-68).
   */
  resends?: string;
}

/** The result of a completed write: the data of a success, or the error of a refusal. */
export type Outcome =
  /** `retryAfterMs`, in milliseconds, if the response names the time of the next read (PHY-38). */
  { ok: true; status: number; data: unknown; retryAfterMs?: number } | { ok: false; error: UpstreamFailure };

/**
 * `due`: still to be sent, or sent without a response; `settled`: completed; `parked`: the first retries are used up, the
 * API key was refused, or the response could not be read. A parked write goes on by itself once its cause is gone, with
 * long pauses until then (IDEM-16).
 */
export type WriteState = 'due' | 'settled' | 'parked';

/**
 * Why a write is parked, for its owner: `stalled` if the service does not respond or refuses the API key, `unreadable`
 * if it took effect and its response lacks what comes next.
 */
export type ParkedAs = 'stalled' | 'unreadable';

/** A write that is parked. */
export interface ParkedWrite {
  as: ParkedAs;
  writeId: string;
}

/** What a write belongs to. The handler of this kind is called when the write completes. */
export type OwnerKind =
  | 'journey'
  | 'appointment'
  | 'evidence'
  | 'physician_order'
  | 'handoff'
  | 'purchase'
  | 'webhook_endpoint';

/** The public facts about a write. */
export interface WriteName<F extends Flow = 'full_api'> {
  id: string;
  ownerId: string;
  kind: WriteKind<F>;
}

/** A write that the upstream has completed or refused. @typeParam O its owner */
interface CompletedWrite<F extends Flow, O> {
  write: WriteName<F>;
  outcome: Outcome;
  /**
   * Whether an earlier attempt may have taken effect, also if this outcome is a refusal: the key was sent before, or the
   * service knows it with another payload.
   */
  mayBeDone: boolean;
  /** The owner as it was committed with the write, if this process has it in memory; null if it must be loaded. */
  owner: O | null;
}

/**
 * Completes the write and runs `apply` in the same transaction.
 * @param apply changes rows only; returns the changed owner
 * @throws Conflict if the owner has another revision meanwhile; LeaseLost if another process has the write
 */
export type Commit<O> = (apply: (trx: Kysely<Tables>) => Promise<O>) => Promise<void>;

/**
 * Updates the owner of a completed write. It computes outside any transaction, where it may read from the network, and
 * calls `commit` once. If it returns without `commit`, the owner stays as it is. After a Conflict it is called again.
 */
export type CompletedHandler<F extends Flow, O> = (
  completed: CompletedWrite<F, O>,
  commit: Commit<O>,
) => Promise<void>;

/**
 * The failpoint of crash tests: the server awaits it at each named point of a write, so that a test can kill the
 * process exactly there. Production passes none, and the points then do nothing.
 */
export type TestPoint = (
  name: 'before_commit' | 'after_commit' | 'after_send' | 'after_answer' | 'after_settle',
  write: { id: string; ownerId: string; kind: string },
) => void | Promise<void>;

/** The times and limits of the outbox. */
export interface WriteSettings {
  /** How long a response waits for the writes that it began, before the page is asked to poll. */
  waitTimeoutMs: number;
  /** How long other processes leave a write to a process that does not renew its lease. */
  leaseMs: number;
  /** After how many attempts a write is parked, including responses that ask to wait (IDEM-11). */
  retryLimit: number;
  /** The longest wait after the first attempt. It doubles with each attempt. */
  retryBaseMs: number;
  /** The longest wait after any attempt. */
  retryCapMs: number;
  /** The longest wait of a parked write that is sent again by itself. */
  parkedRetryMs: number;
  /** How often one parked write tries whether the service responds again, or all do once it has. */
  probeMs: number;
}

/** The settings of every installation. */
export const defaultWriteSettings: WriteSettings = {
  waitTimeoutMs: 2_500,
  leaseMs: 5_000,
  retryLimit: 12,
  retryBaseMs: 500,
  retryCapMs: 30_000,
  parkedRetryMs: 15 * 60_000,
  probeMs: 30_000,
};
