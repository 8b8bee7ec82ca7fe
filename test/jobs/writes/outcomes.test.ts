/** What an answer, a refusal and the lack of either make of a write. */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../server/jobs/write.ts';
import { decrypted } from '../../support/decrypted-columns.ts';
import { saved, upstreamHarness } from '../../support/outbox-harness.ts';
import { identityAnswer, saveIdentity } from '../../support/save-identity.ts';
import { cut, failure, inProgress, success } from '../../support/scripted-server.ts';
import { storeKinds } from '../../support/test-stores.ts';

describe.each(storeKinds)('on %s', (kind) => {
  it('completes a refusal at once and finally, with its details encrypted [ERR-11]', async () => {
    const { outbox, store, encryption, commit, row, received } = await upstreamHarness(kind, [
      failure(400, {
        code: 'INVALID_CUSTOMER_PROFILE',
        missing_fields: ['email'],
      }),
    ]);
    const id = await commit();
    expect(await outbox.drive(id, 5_000)).toBe('settled');
    expect(await outbox.drive(id, 5_000)).toBe('settled');
    expect(received).toHaveLength(1);
    expect(await decrypted(store.db, encryption, 'writes', 'outcome', await row(id))).toEqual({
      ok: false,
      error: {
        status: 400,
        code: 'INVALID_CUSTOMER_PROFILE',
        details: {
          code: 'INVALID_CUSTOMER_PROFILE',
          missing_fields: ['email'],
        },
        requestId: 'req-1',
      },
    });
  });

  it('waits as long as the service asks, and counts a wait as an attempt [IDEM-09] [IDEM-11]', async () => {
    const { outbox, commit, row, logged } = await upstreamHarness(kind, [inProgress(1)], {
      settings: { retryLimit: 2 },
    });
    const id = await commit();
    const startedAt = performance.now();
    expect(await outbox.drive(id, 500)).toBe('due');
    expect(performance.now() - startedAt).toBeLessThan(450);
    expect(await outbox.drive(id, 5_000)).toBe('parked');
    expect(performance.now() - startedAt).toBeGreaterThan(990);
    expect((await row(id)).attempts).toBe(2);
    expect(logged.map(({ event, reason }) => [event, reason])).toEqual([
      ['write.retried', 'in_progress'],
      ['write.parked', 'in_progress'],
    ]);
  });

  it('parks after the last attempt and continues with the same key and bytes when reopened [IDEM-11]', async () => {
    const { outbox, commit, row, received } = await upstreamHarness(kind, [cut, cut, cut, saved], {
      settings: { retryLimit: 3 },
    });
    const id = await commit();
    expect(await outbox.drive(id, 5_000)).toBe('parked');
    expect(await outbox.drive(id, 100)).toBe('parked');
    expect(received).toHaveLength(3);
    await outbox.reopen(id);
    expect(await outbox.drive(id, 5_000)).toBe('settled');
    expect(new Set(received.map(({ body, headers }) => `${headers['idempotency-key']} ${body}`)).size).toBe(
      1,
    );
    await outbox.reopen(id);
    expect((await row(id)).state).toBe('settled');
  });

  it.each([401, 403])('parks at once on a %s, which only the operator can correct', async (status) => {
    const { outbox, commit, received } = await upstreamHarness(kind, [failure(status), saved]);
    const id = await commit();
    expect(await outbox.drive(id, 5_000)).toBe('parked');
    expect(received).toHaveLength(1);
    await outbox.reopen(id);
    expect(await outbox.drive(id, 5_000)).toBe('settled');
  });

  it('uses a named code that comes with a 403 [ERR-45]', async () => {
    const { outbox, commit } = await upstreamHarness(kind, [
      failure(403, { code: 'FLOW_ENDPOINT_MISMATCH' }),
    ]);
    expect(await outbox.drive(await commit(), 5_000)).toBe('settled');
  });

  it('parks on a response that it cannot read, and keeps the write [VER-02]', async () => {
    const { outbox, commit, logged } = await upstreamHarness(kind, [
      success({ customer_identity_id: 7 }),
      saved,
    ]);
    const id = await commit();
    expect(await outbox.drive(id, 5_000)).toBe('parked');
    expect(logged.at(-1)).toMatchObject({
      event: 'write.parked',
      reason: 'drift',
    });
    await outbox.reopen(id);
    expect(await outbox.drive(id, 5_000)).toBe('settled');
  });

  it('keeps unknown fields of a response [VER-09]', async () => {
    const answer = { ...identityAnswer, added_in_staging: { a: [1] } };
    const { outbox, commit } = await upstreamHarness(kind, [success(answer)]);
    const outcomes: Outcome[] = [];
    outbox.onCompleted(async ({ outcome }) => {
      outcomes.push(outcome);
    });
    await outbox.drive(await commit(), 5_000);
    expect(outcomes).toEqual([{ ok: true, status: 200, data: answer }]);
  });

  describe('after a refusal that asks for the same request with a missing part', () => {
    const refused = failure(409, { code: 'CONSENT_GRANT_REQUIRED' });

    it('keeps the key of the original request [ERR-36] [GAP-68] [T14]', async () => {
      const { outbox, commit, received } = await upstreamHarness(kind, [refused, saved]);
      const first = await commit();
      await outbox.drive(first, 5_000);
      const again = await commit({
        ...saveIdentity({ first_name: 'Bea' }),
        resends: first,
      });
      expect(await outbox.drive(again, 5_000)).toBe('settled');
      expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      expect(received[1]?.body).toContain('Bea');
    });

    it('uses one new key when the service binds the old one to its payload [ERR-24] [GAP-68]', async () => {
      const conflict = failure(409, { code: 'IDEMPOTENCY_CONFLICT' });
      const { outbox, store, encryption, row, commit, received } = await upstreamHarness(kind, [
        refused,
        conflict,
        conflict,
      ]);
      const first = await commit();
      await outbox.drive(first, 5_000);
      const again = await commit({
        ...saveIdentity({ first_name: 'Bea' }),
        resends: first,
      });
      expect(await outbox.drive(again, 5_000)).toBe('settled');
      const keys = received.map(({ headers }) => headers['idempotency-key']);
      expect(keys).toHaveLength(3);
      expect(keys[1]).toBe(keys[0]);
      expect(keys[2]).not.toBe(keys[0]);
      expect(received[2]?.body).toBe(received[1]?.body);
      const outcome = await decrypted<Outcome>(store.db, encryption, 'writes', 'outcome', await row(again));
      expect(outcome).toMatchObject({
        ok: false,
        error: { code: 'IDEMPOTENCY_CONFLICT' },
      });
    });

    it('never reuses a key on another route [IDEM-13]', async () => {
      const { outbox, commit, row } = await upstreamHarness(kind, [refused, saved]);
      const first = await commit();
      await outbox.drive(first, 5_000);
      const params = { sessionId: crypto.randomUUID() };
      const other = await commit({
        kind: 'consent_session.abandon',
        params,
        body: null,
        resends: first,
      });
      expect((await row(other)).idempotency_key).not.toBe((await row(first)).idempotency_key);
    });
  });
});
