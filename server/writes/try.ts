/**
 * One try of a write that this process holds, and what follows from it: settled by an answer or a refusal, due again
 * for whatever is unknown, parked when patience or the key has run out (Errors; IDEM-07, IDEM-09..IDEM-11, ERR-24, ERR-29).
 */
import { randomUUID } from 'node:crypto';
import { describeError } from '../http/describe-error.ts';
import type { Log } from '../http/log.ts';
import type { Seal } from '../store/sealing.ts';
import type { WriteRow } from '../store/tables.ts';
import { inSpan } from '../telemetry/spans.ts';
import { isErrorCode } from '../upstream/actions.ts';
import type { Attempt } from '../upstream/attempt.ts';
import { backoffMs } from '../upstream/backoff.ts';
import type { UpstreamHttp } from '../upstream/http.ts';
import { type Flow, isWriteKind, writeKind } from '../upstream/write-kinds.ts';
import type { SettledHandler, TestPoint, WriteSettings } from './journal.ts';
import { LeaseLost, type Rows } from './rows.ts';
import { Stale } from './stale.ts';
import type { Outcome, WriteName } from './write.ts';

/** A settlement that finds its state moved on so often has company that never ends; the write stays due. */
const staleLimit = 20;

export function createTry<F extends Flow>(needs: {
  flow: F;
  seal: Seal;
  http: Pick<UpstreamHttp, 'attempt'>;
  settings: WriteSettings;
  log: Log;
  rows: Rows;
  handlers: SettledHandler<F>[];
  now: () => number;
  random: () => number;
  testPoint?: TestPoint;
}): (row: WriteRow) => Promise<void> {
  const { flow, seal, http, settings, log, rows, handlers, now, random, testPoint } = needs;

  async function send(row: WriteRow, name: WriteName<F>): Promise<Attempt> {
    const body = row.body === null ? null : seal.open<string>(row.body);
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

  async function settle(row: WriteRow, name: WriteName<F>, outcome: Outcome): Promise<void> {
    const sealed = seal.seal(outcome);
    for (let stale = 0; ; stale++) {
      try {
        const apply = [];
        for (const handler of handlers) apply.push(await handler(name, outcome));
        await rows.settle(row, sealed, apply);
        break;
      } catch (error) {
        if (!(error instanceof Stale) || stale === staleLimit) throw error;
      }
    }
    if (!outcome.ok && outcome.error.code === 'FLOW_ENDPOINT_MISMATCH') {
      const { requestId } = outcome.error;
      log('flow.mismatch', { flow, write_id: row.id, kind: row.kind, upstream_request_id: requestId });
    }
    log('write.settled', {
      ...facts(row),
      status: outcome.ok ? outcome.status : outcome.error.status,
      code: outcome.ok ? null : outcome.error.code,
      upstream_request_id: outcome.ok ? null : outcome.error.requestId,
    });
    await testPoint?.('after_settle', name);
  }

  /** Lets go of the write: due again after a wait, or parked after the last try. */
  async function postpone(row: WriteRow, reason: string, askedMs: number | null): Promise<void> {
    if (row.attempts >= settings.retryLimit) return park(row, reason);
    const backoff = { baseMs: settings.retryBaseMs, capMs: settings.retryCapMs };
    const waitMs = backoffMs(row.attempts, askedMs, backoff, random);
    await change(row, { due_at: now() + waitMs });
    log('write.retried', { ...facts(row), reason, wait_ms: waitMs });
  }

  async function park(row: WriteRow, reason: string): Promise<void> {
    await change(row, { state: 'parked' });
    log('write.parked', { ...facts(row), reason });
  }

  async function change(row: WriteRow, values: Partial<WriteRow>): Promise<void> {
    if (!(await rows.change(row, { ...values, lease_owner: null, lease_until: 0 }))) throw new LeaseLost();
  }

  async function conclude(row: WriteRow, name: WriteName<F>, attempt: Attempt): Promise<void> {
    switch (attempt.kind) {
      case 'unknown':
        return postpone(row, attempt.reason, attempt.retryAfterMs);
      case 'in_progress':
        return postpone(row, 'in_progress', attempt.retryAfterMs);
      case 'refused': {
        const { status, code, details, requestId } = attempt.error;
        // The operator's to mend, and nothing was written: the same goes again once the key is right.
        if ((status === 401 || status === 403) && !isErrorCode(code)) return park(row, `http_${status}`);
        // The service holds the old key to its old payload: this is a new request, under a new key, once (GAP-68).
        if (code === 'IDEMPOTENCY_CONFLICT' && row.key_reused)
          return change(row, { idempotency_key: randomUUID(), key_reused: 0, due_at: now() });
        return settle(row, name, { ok: false, error: { status, code, details, requestId } });
      }
      case 'answered': {
        const answer = writeKind(flow, name.kind).answer.safeParse(attempt.data);
        // It took place, but we cannot read what came of it; the same key gives the same answer to a mended reader.
        if (!answer.success) return park(row, 'drift');
        const { status, retryAfterMs } = attempt;
        const again = retryAfterMs === undefined ? {} : { retryAfterMs };
        return settle(row, name, { ok: true, status, data: answer.data, ...again });
      }
    }
  }

  async function tryOnce(row: WriteRow): Promise<void> {
    try {
      const { id, kind } = row;
      if (!isWriteKind(flow, kind)) return await park(row, 'unknown_kind');
      const name: WriteName<F> = { id, ownerId: row.owner_id, kind };
      await conclude(row, name, await send(row, name));
    } catch (error) {
      if (error instanceof LeaseLost) return log('write.lease_lost', facts(row));
      log('write.failed', { ...facts(row), ...describeError(error) });
      // Should this fail too, the lease runs out and the write is taken up again.
      await postpone(row, 'failed', null).catch(() => {});
    }
  }

  return (row) => {
    const { kind, attempts } = row;
    const attributes = { 'dx.flow': flow, 'dx.write.kind': kind, 'dx.write.attempt': attempts };
    return inSpan(`write ${kind}`, { attributes }, () => tryOnce(row));
  };
}

const facts = (row: WriteRow) => ({
  write_id: row.id,
  flow: row.flow,
  kind: row.kind,
  attempts: row.attempts,
});
