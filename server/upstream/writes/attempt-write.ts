/**
 * Attempts a leased write once and commits the consequence: completed by a success or a refusal, due again if the
 * result is unknown, parked after some of these, or if the API key fails or the response cannot be read (Errors; IDEM-07,
 * IDEM-09..IDEM-11, IDEM-16, ERR-24, ERR-29).
 */
import type { Kysely } from 'kysely';
import { isNamed } from '../../contract/upstream-api/error-codes.ts';
import { LeaseLost } from '../../core/jobs/leased-table.ts';
import type { Lease } from '../../core/jobs/queue.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import { inSpan } from '../../core/observability/spans.ts';
import { Conflict } from '../../core/store/conflict.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables, WriteRow } from '../../core/store/tables.ts';
import type { Attempt } from '../attempt.ts';
import type { UpstreamHttp } from '../http.ts';
import { isKeyRefused } from '../refused-routes.ts';
import { reportDrift, reportResponse } from '../report-response.ts';
import { readResponse } from '../response-reader.ts';
import { type Flow, isRepeatable, isWriteKind, mayBeFoundAgain, writeKind } from '../write-kinds.ts';
import { derivedKey } from './idempotency-key.ts';
import { unreadableReason, waitsForKey } from './operate.ts';
import type { CompletedHandler, Outcome, OwnerKind, TestPoint, WriteName, WriteSettings } from './write.ts';
import type { WriteColumns } from './write-columns.ts';

/** The handler of completed writes for each kind of owner. */
export type Handlers<F extends Flow> = Map<OwnerKind, CompletedHandler<F, unknown>>;

/** The state of a write after an attempt. `dueAtMs` is in milliseconds since the epoch. */
export type Attempted =
  | { state: 'settled'; owner: unknown }
  /** `dueAtMs` if it is sent again by itself. */
  | { state: 'parked'; owner: null; dueAtMs?: number }
  | { state: 'due'; dueAtMs: number };

type WriteLease = Lease<'writes'>;

interface Deps<F extends Flow> {
  flow: F;
  store: Store;
  columns: WriteColumns;
  http: Pick<UpstreamHttp, 'attempt'>;
  settings: WriteSettings;
  log: Log;
  handlers: Handlers<F>;
  now: () => number;
  testPoint?: TestPoint | undefined;
  apiKeyName?: string | undefined;
}

/** This many conflicts in one completion are not a coincidence; the write stays due. */
const conflictLimit = 20;
/** After this many attempts, a 404 is the service's last word. */
const missingLimit = 5;

/**
 * Creates the attempt of a write.
 *
 * @returns attempts a leased write and ends its lease; undefined if another process has taken the write meanwhile.
 *   `owner` is the owner as it was committed with the write, or null. Rejects only if the state cannot be stored
 */
export function createAttemptWrite<F extends Flow>(
  deps: Deps<F>,
): (lease: WriteLease, owner: unknown) => Promise<Attempted | undefined> {
  const { flow, log } = deps;
  return (lease, owner) => {
    const { id, kind, owner_id: ownerId, attempts } = lease.row;
    const attributes = { 'dx.flow': flow, 'dx.write.kind': kind, 'dx.write.attempt': attempts };
    return inSpan(`write ${kind}`, { attributes }, async () => {
      try {
        if (!isWriteKind(flow, kind)) return await park(deps, lease, 'unknown_kind', null);
        const name: WriteName<F> = { id, ownerId, kind };
        if (lease.row.outcome !== null) return await completeGivenUp(deps, lease, name, lease.row.outcome);
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
  { flow, store, columns, http, testPoint }: Deps<F>,
  row: WriteRow,
  name: WriteName<F>,
): Promise<Attempt> {
  const body = row.body === null ? null : await columns.body.decrypt(store.db, row, row.body);
  const { path, idempotency_key: idempotencyKey } = row;
  const { path: route } = writeKind(flow, name.kind);
  await testPoint?.('after_commit', name);
  const sent: (void | Promise<void>)[] = [];
  const onSent = testPoint && (() => sent.push(testPoint('after_send', name)));
  const attempt = await http.attempt({ route, path, idempotencyKey, body }, onSent);
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
      const { path } = writeKind(deps.flow, name.kind);
      reportDrift(deps.log, `POST ${path}`, attempt.error.drift);
      // Only the operator can correct the API key, and nothing was written: the same request is sent again later.
      if (isKeyRefused(attempt.error))
        return park(deps, lease, `http_${status}`, deps.apiKeyName ? waitsForKey(deps.apiKeyName) : null);
      if (code === 'IDEMPOTENCY_CONFLICT' && isResent(lease.row)) return resendUnderNewKey(deps, lease);
      const isMissing = status === 404 && !isNamed(code) && mayBeFoundAgain(name.kind);
      if (isMissing && lease.row.attempts < missingLimit)
        return postpone(deps, lease, 'http_404', attempt.error.retryAfterMs);
      return complete(deps, lease, name, owner, {
        ok: false,
        error: { status, code, details, requestId },
      });
    }
    case 'answered': {
      const { path, response } = writeKind(deps.flow, name.kind);
      // Of some responses nothing is needed: a success without data is one.
      const read = readResponse(response, attempt.data ?? {});
      reportResponse(deps.log, `POST ${path}`, read, name.id);
      if (!read.ok) return park(deps, lease, unreadableReason, 'reader');
      const { status, retryAfterMs } = attempt;
      const again = retryAfterMs === undefined ? {} : { retryAfterMs };
      return complete(deps, lease, name, owner, { ok: true, status, data: read.data, ...again });
    }
  }
}

/** Completes a write that an operator gave up (operate.ts): it has its outcome already. @throws LeaseLost */
async function completeGivenUp<F extends Flow>(
  deps: Deps<F>,
  lease: WriteLease,
  name: WriteName<F>,
  stored: string,
): Promise<Attempted> {
  const outcome = await deps.columns.outcome.decrypt(deps.store.db, lease.row, stored);
  return complete(deps, lease, name, null, outcome);
}

/** Calls the owner's handler and commits its changes and the write in one transaction. @throws LeaseLost */
async function complete<F extends Flow>(
  deps: Deps<F>,
  lease: WriteLease,
  write: WriteName<F>,
  ownerInHand: unknown,
  outcome: Outcome,
): Promise<Attempted> {
  const { flow, store, columns, log, handlers, now, testPoint } = deps;
  const { row } = lease;
  let owner: unknown = null;
  let isCommitted = false;
  const commit = async (apply: (trx: Kysely<Tables>) => Promise<unknown>) => {
    owner = await store.transaction(async (trx) => {
      const encrypted = await columns.outcome.encryptMore(trx, row, outcome);
      // The customer was erased, and the write with them.
      if (encrypted === null) throw new LeaseLost();
      const settled = { state: 'settled' as const, parked_reason: null, waits_for: null };
      await lease.end({ ...settled, outcome: encrypted, updated_at: now() }, trx);
      return apply(trx);
    });
    isCommitted = true;
  };
  const handler = handlers.get(row.owner_kind as OwnerKind);
  const mayBeDone = wasSent(row) || (!outcome.ok && outcome.error.code === 'IDEMPOTENCY_CONFLICT');
  for (let conflicts = 0; !isCommitted; conflicts++) {
    try {
      await handler?.({ write, outcome, mayBeDone, owner: conflicts === 0 ? ownerInHand : null }, commit);
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

/** Makes the write due again after a wait, or parks it after many attempts. @throws LeaseLost */
async function postpone<F extends Flow>(
  deps: Deps<F>,
  lease: WriteLease,
  reason: string,
  askedMs: number | null,
): Promise<Attempted> {
  // It took effect before, so that only its response is missing.
  if (lease.row.waits_for === 'reader') return park(deps, lease, unreadableReason, 'reader');
  if (lease.row.attempts >= deps.settings.retryLimit) return park(deps, lease, reason, 'service', askedMs);
  const waitMs = await lease.retry(askedMs);
  deps.log('write.retried', { ...fieldsOf(lease.row), reason, wait_ms: waitMs });
  return { state: 'due', dueAtMs: deps.now() + waitMs };
}

/**
 * Parks the write, under its key and with its bytes. One that waits for the service or its reader is sent again after a
 * long pause; it took effect, or may have.
 * @param waitsFor what sends it again (tables.ts)
 * @param askedMs the pause that the service asks for
 * @throws LeaseLost
 */
async function park<F extends Flow>(
  { log, now, settings }: Deps<F>,
  lease: WriteLease,
  reason: string,
  waitsFor: string | null,
  askedMs: number | null = null,
): Promise<Attempted> {
  const { row } = lease;
  const isSentAgain = waitsFor === 'service' || waitsFor === 'reader';
  const dueAtMs = now() + Math.max(settings.parkedRetryMs, askedMs ?? 0);
  await lease.end({
    ...{ state: 'parked' as const, parked_reason: reason, waits_for: waitsFor, updated_at: now() },
    ...(isSentAgain && { due_at: dueAtMs }),
  });
  if (row.state !== 'parked' || row.parked_reason !== reason)
    log('write.parked', { ...fieldsOf(row), reason });
  return { state: 'parked', owner: null, ...(isSentAgain && { dueAtMs }) };
}

/** Whether the key was sent before this lease: each lease after the first raises the fence. */
const wasSent = ({ fence, key_reused }: WriteRow): boolean => fence > 0 || key_reused === 1;

/**
 * Whether a write whose key is bound to another payload is sent under a new key, once. Either an earlier write of this
 * owner used the key on purpose (GAP-68), or this database was restored to an earlier point and the customer answers
 * differently now. An order never gets a second key here: its owner first looks for the one that the service has.
 */
const isResent = ({ key_reused, kind }: WriteRow): boolean => key_reused !== replaced && isRepeatable(kind);

/** The value of `key_reused` for a new key in place of one that is bound to another payload. */
const replaced = 2;

/** Makes the write due again under a new key. @throws LeaseLost */
async function resendUnderNewKey<F extends Flow>({ now }: Deps<F>, lease: WriteLease): Promise<Attempted> {
  const key = derivedKey(lease.row.idempotency_key);
  await lease.end({ idempotency_key: key, key_reused: replaced, due_at: now(), updated_at: now() });
  return { state: 'due', dueAtMs: now() };
}

const fieldsOf = (row: WriteRow) => ({
  write_id: row.id,
  flow: row.flow,
  kind: row.kind,
  attempts: row.attempts,
});
