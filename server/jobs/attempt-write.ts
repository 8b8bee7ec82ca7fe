/**
 * One try of a leased write and what follows from it: completed by an answer or a refusal, due again where the result is
 * unknown, parked when the tries or the key have run out (Errors; IDEM-07, IDEM-09..IDEM-11, ERR-24, ERR-29).
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { isNamed } from '../contract/upstream-api/error-codes.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import { inSpan } from '../observability/spans.ts';
import { Conflict } from '../store/conflict.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Tables, WriteRow } from '../store/tables.ts';
import type { Attempt } from '../upstream/attempt.ts';
import type { UpstreamHttp } from '../upstream/http.ts';
import { type Flow, isWriteKind, writeKind } from '../upstream/write-kinds.ts';
import { LeaseLost } from './leased-table.ts';
import type { Lease } from './queue.ts';
import type { CompletedHandler, Outcome, TestPoint, WriteName, WriteSettings } from './write.ts';
import { type OwnerKind, ownerKindOf } from './write-owner.ts';

export type Handlers<F extends Flow> = Map<OwnerKind, CompletedHandler<F, unknown>>;

/** A write after a try. */
export type Attempted = { state: 'settled' | 'parked'; owner: unknown } | { state: 'due'; dueAtMs: number };

type WriteLease = Lease<'writes'>;

interface Deps<F extends Flow> {
  flow: F;
  store: Store;
  encryption: Encryption;
  http: Pick<UpstreamHttp, 'attempt'>;
  settings: WriteSettings;
  log: Log;
  handlers: Handlers<F>;
  now: () => number;
  testPoint?: TestPoint;
}

/** So many conflicts in one completion are no coincidence; the write stays due. */
const conflictLimit = 20;

/** @returns tries a write; undefined where another process has taken it meanwhile */
export function createAttemptWrite<F extends Flow>(
  deps: Deps<F>,
): (lease: WriteLease, owner: unknown) => Promise<Attempted | undefined> {
  const { flow, log } = deps;
  return (lease, owner) => {
    const { id, kind, owner_id: ownerId, attempts } = lease.row;
    const attributes = { 'dx.flow': flow, 'dx.write.kind': kind, 'dx.write.attempt': attempts };
    return inSpan(`write ${kind}`, { attributes }, async () => {
      try {
        if (!isWriteKind(flow, kind)) return await park(deps, lease, 'unknown_kind');
        const name: WriteName<F> = { id, ownerId, kind };
        return await conclude(deps, lease, name, owner, await send(deps, lease.row, name));
      } catch (error) {
        if (error instanceof LeaseLost) {
          log('write.lease_lost', fieldsOf(lease.row));
          return undefined;
        }
        log('write.failed', { ...fieldsOf(lease.row), ...describeError(error) });
        return postpone(deps, lease, 'failed', null);
      }
    });
  };
}

async function send<F extends Flow>(
  { flow, encryption, http, testPoint }: Deps<F>,
  row: WriteRow,
  name: WriteName<F>,
): Promise<Attempt> {
  const body = row.body === null ? null : encryption.decrypt<string>(row.body);
  const { method, path, idempotency_key: idempotencyKey } = row;
  const { path: route } = writeKind(flow, name.kind);
  await testPoint?.('after_commit', name);
  const sent: (void | Promise<void>)[] = [];
  const onSent = testPoint && (() => sent.push(testPoint('after_send', name)));
  const attempt = await http.attempt({ method, route, path, idempotencyKey, body }, onSent);
  await Promise.all(sent);
  await testPoint?.('after_answer', name);
  return attempt;
}

async function conclude<F extends Flow>(
  deps: Deps<F>,
  lease: WriteLease,
  name: WriteName<F>,
  owner: unknown,
  attempt: Attempt,
): Promise<Attempted> {
  switch (attempt.kind) {
    case 'unknown':
      return postpone(deps, lease, attempt.reason, attempt.retryAfterMs);
    case 'in_progress':
      return postpone(deps, lease, 'in_progress', attempt.retryAfterMs);
    case 'refused': {
      const { status, code, details, requestId } = attempt.error;
      // The operator's to mend, and nothing was written: the same goes again once the key is right.
      if ((status === 401 || status === 403) && !isNamed(code)) return park(deps, lease, `http_${status}`);
      // The upstream holds the old key to its old payload: this is a new request, under a new key, once (GAP-68).
      if (code === 'IDEMPOTENCY_CONFLICT' && lease.row.key_reused) return resendUnderNewKey(deps, lease);
      return complete(deps, lease, name, owner, {
        ok: false,
        error: { status, code, details, requestId },
      });
    }
    case 'answered': {
      const answer = writeKind(deps.flow, name.kind).answer.safeParse(attempt.data);
      // It took place, but the result cannot be read; the same key gives the same answer to a mended reader.
      if (!answer.success) return park(deps, lease, 'drift');
      const { status, retryAfterMs } = attempt;
      const again = retryAfterMs === undefined ? {} : { retryAfterMs };
      return complete(deps, lease, name, owner, { ok: true, status, data: answer.data, ...again });
    }
  }
}

/** Calls the owner's handler; it and the write are committed together or not at all. @throws LeaseLost */
async function complete<F extends Flow>(
  deps: Deps<F>,
  lease: WriteLease,
  write: WriteName<F>,
  ownerInHand: unknown,
  outcome: Outcome,
): Promise<Attempted> {
  const { flow, store, encryption, log, handlers, now, testPoint } = deps;
  const { row } = lease;
  const sealed = encryption.encrypt(outcome);
  let owner: unknown = null;
  let isCommitted = false;
  const commit = async (apply: (trx: Kysely<Tables>) => Promise<unknown>) => {
    owner = await store.transaction(async (trx) => {
      await lease.end({ state: 'settled', outcome: sealed, updated_at: now() }, trx);
      return apply(trx);
    });
    isCommitted = true;
  };
  const kind = row.owner_kind as OwnerKind | null;
  const handler = handlers.get(kind ?? ownerKindOf(flow, write.kind));
  for (let conflicts = 0; !isCommitted; conflicts++) {
    try {
      await handler?.({ write, outcome, owner: conflicts === 0 ? ownerInHand : null }, commit);
      if (!isCommitted) await commit(async () => null);
    } catch (error) {
      if (!(error instanceof Conflict) || conflicts === conflictLimit) throw error;
    }
  }
  if (!outcome.ok && outcome.error.code === 'FLOW_ENDPOINT_MISMATCH') {
    const { requestId } = outcome.error;
    log('flow.mismatch', { flow, write_id: row.id, kind: row.kind, upstream_request_id: requestId });
  }
  log('write.settled', {
    ...fieldsOf(row),
    status: outcome.ok ? outcome.status : outcome.error.status,
    code: outcome.ok ? null : outcome.error.code,
    upstream_request_id: outcome.ok ? null : outcome.error.requestId,
  });
  await testPoint?.('after_settle', write);
  return { state: 'settled', owner };
}

/** Due again after a wait, or parked after the last try. @throws LeaseLost */
async function postpone<F extends Flow>(
  deps: Deps<F>,
  lease: WriteLease,
  reason: string,
  askedMs: number | null,
): Promise<Attempted> {
  if (lease.row.attempts >= deps.settings.retryLimit) return park(deps, lease, reason);
  const waitMs = await lease.retry(askedMs);
  deps.log('write.retried', { ...fieldsOf(lease.row), reason, wait_ms: waitMs });
  return { state: 'due', dueAtMs: deps.now() + waitMs };
}

/** @throws LeaseLost */
async function park<F extends Flow>(
  { log, now }: Deps<F>,
  lease: WriteLease,
  reason: string,
): Promise<Attempted> {
  await lease.end({ state: 'parked', updated_at: now() });
  log('write.parked', { ...fieldsOf(lease.row), reason });
  return { state: 'parked', owner: null };
}

/** @throws LeaseLost */
async function resendUnderNewKey<F extends Flow>({ now }: Deps<F>, lease: WriteLease): Promise<Attempted> {
  await lease.end({ idempotency_key: randomUUID(), key_reused: 0, due_at: now(), updated_at: now() });
  return { state: 'due', dueAtMs: now() };
}

const fieldsOf = (row: WriteRow) => ({
  write_id: row.id,
  flow: row.flow,
  kind: row.kind,
  attempts: row.attempts,
});
