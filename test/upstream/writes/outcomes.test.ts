/** What an answer, a refusal and the lack of either make of a write. */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../server/upstream/writes/write.ts';
import { decrypted } from '../../support/decrypted-columns.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { outboxHarness, saved, upstreamHarness } from '../../support/outbox-harness.ts';
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
    expect(await outbox.drive(id)).toBe('settled');
    expect(await outbox.drive(id)).toBe('settled');
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
    const clock = manualClock(Date.now());
    const { outbox, idle, commit, row, received, logged } = await upstreamHarness(kind, [inProgress(1)], {
      clock,
      settings: { retryLimit: 2 },
    });
    const id = await commit();
    // A caller whose time ends before the next attempt does not wait for it.
    expect(await outbox.drive(id, 500)).toBe('due');
    const parked = outbox.drive(id);
    await clock.waiting(1);
    clock.advance(999);
    await idle();
    expect(received).toHaveLength(1);
    // The server adds a random time, so that not all writes come at once.
    clock.advance(1_000);
    expect(await parked).toBe('parked');
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
    expect(await outbox.drive(id)).toBe('parked');
    expect(await outbox.drive(id, 100)).toBe('parked');
    expect(received).toHaveLength(3);
    await outbox.reopen(id);
    expect(await outbox.drive(id)).toBe('settled');
    expect(new Set(received.map(({ body, headers }) => `${headers['idempotency-key']} ${body}`)).size).toBe(
      1,
    );
    await outbox.reopen(id);
    expect((await row(id)).state).toBe('settled');
  });

  it.each([401, 403])('parks at once on a %s, which only the operator can correct', async (status) => {
    const { outbox, commit, received } = await upstreamHarness(kind, [failure(status), saved]);
    const id = await commit();
    expect(await outbox.drive(id)).toBe('parked');
    expect(received).toHaveLength(1);
    await outbox.reopen(id);
    expect(await outbox.drive(id)).toBe('settled');
  });

  it.each([401, 403])(
    'sends again under another API key what a %s parked, with the same idempotency key',
    async (status) => {
      const first = await upstreamHarness(kind, [failure(status), saved], { apiKeyName: 'old' });
      const id = await first.commit();
      expect(await first.outbox.drive(id)).toBe('parked');
      await first.outbox.stop();
      const restart = (apiKeyName: string) => {
        const next = outboxHarness(first.store, first.url, { encryption: first.encryption, apiKeyName });
        next.outbox.start();
        return next;
      };
      const same = restart('old');
      await same.idle();
      expect((await first.row(id)).state).toBe('parked');
      await same.outbox.stop();
      const other = restart('new');
      await eventually(async () => (await first.row(id)).state === 'settled');
      await other.outbox.stop();
      const keys = first.received.map(({ headers }) => headers['idempotency-key']);
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
    },
  );

  it('uses a named code that comes with a 403 [ERR-45]', async () => {
    const { outbox, commit } = await upstreamHarness(kind, [
      failure(403, { code: 'FLOW_ENDPOINT_MISMATCH' }),
    ]);
    expect(await outbox.drive(await commit())).toBe('settled');
  });

  describe('on a response without a needed value', () => {
    const unreadable = success({ customer_identity_id: ['canary'] });

    it('parks the write, names the field and completes it when it is reopened [VER-02] [GAP-113]', async () => {
      const { outbox, writes, commit, logged } = await upstreamHarness(kind, [unreadable, saved]);
      const id = await commit();
      expect(await outbox.drive(id)).toBe('parked');
      expect(await writes.parkedAs(id)).toBe('unreadable');
      expect(logged).toMatchObject([
        {
          event: 'upstream.unreadable',
          route: 'POST /v1/api-first/identities',
          paths: 'customer_identity_id',
          reference: id,
        },
        { event: 'write.parked', reason: 'unreadable' },
      ]);
      expect(JSON.stringify(logged)).not.toContain('canary');
      await outbox.reopen(id);
      expect(await outbox.drive(id)).toBe('settled');
      expect(await writes.parkedAs(id)).toBeNull();
    });

    it('sends the write again by itself, under the same key, until it can be read [IDEM-11]', async () => {
      const { outbox, commit, row, received, logged } = await upstreamHarness(
        kind,
        [unreadable, cut, unreadable, saved],
        { settings: { parkedRetryMs: 100, retryLimit: 2 } },
      );
      outbox.start();
      const id = await commit();
      expect(await outbox.drive(id)).toBe('parked');
      await expect.poll(async () => (await row(id)).state).toBe('settled');
      expect(new Set(received.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(
        1,
      );
      expect(received).toHaveLength(4);
      expect(logged.filter(({ event }) => event === 'write.parked')).toHaveLength(1);
    });

    it('sends the write again when a server starts', async () => {
      const { store, url, encryption, outbox, commit, row } = await upstreamHarness(kind, [
        unreadable,
        saved,
      ]);
      const id = await commit();
      expect(await outbox.drive(id)).toBe('parked');
      await outbox.stop();
      outboxHarness(store, url, { encryption }).outbox.start();
      await expect.poll(async () => (await row(id)).state).toBe('settled');
    });
  });

  describe('a service that does not respond', () => {
    const gone = { retryLimit: 2, parkedRetryMs: 3_600_000, probeMs: 3_600_000 };

    it('gets the write again after the first retries, under the same key, until it responds', async () => {
      const { outbox, commit, row, received, logged } = await upstreamHarness(
        kind,
        [cut, cut, cut, cut, saved],
        { settings: { ...gone, parkedRetryMs: 50 } },
      );
      outbox.start();
      const id = await commit();
      expect(await outbox.drive(id)).toBe('parked');
      await expect.poll(async () => (await row(id)).state).toBe('settled');
      expect(new Set(received.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(
        1,
      );
      expect(received).toHaveLength(5);
      expect(logged.filter(({ event }) => event === 'write.parked')).toHaveLength(1);
    });

    it('gets all writes at once when it has responded to anything', async () => {
      const { outbox, commit, row, reached, idle } = await upstreamHarness(
        kind,
        [cut, cut, cut, cut, saved],
        {
          settings: gone,
        },
      );
      outbox.start();
      // The round at the start is over.
      await idle();
      const ids = [await commit(saveIdentity(), 'journey-1'), await commit(saveIdentity(), 'journey-2')];
      for (const id of ids) expect(await outbox.drive(id)).toBe('parked');
      reached(false);
      reached(true);
      for (const id of ids) await expect.poll(async () => (await row(id)).state).toBe('settled');
    });

    it('gets one write at a time until it has responded', async () => {
      const clock = manualClock();
      const { outbox, commit, received, idle } = await upstreamHarness(
        kind,
        [cut, cut, cut, cut, cut, saved],
        { settings: { ...gone, retryLimit: 1, probeMs: 1_000 }, clock },
      );
      outbox.start();
      // The round at the start is over.
      await idle();
      for (const owner of ['journey-1', 'journey-2', 'journey-3']) {
        expect(await outbox.drive(await commit(saveIdentity(), owner))).toBe('parked');
      }
      await idle();
      for (const count of [4, 5, 6]) {
        clock.advance(1_000);
        await expect.poll(() => received.length).toBe(count);
        await idle();
      }
    });
  });

  it('keeps unknown fields of a response [VER-09]', async () => {
    const answer = { ...identityAnswer, added_in_staging: { a: [1] } };
    const { outbox, commit } = await upstreamHarness(kind, [success(answer)]);
    const outcomes: Outcome[] = [];
    outbox.onCompleted(async ({ outcome }) => {
      outcomes.push(outcome);
    });
    await outbox.drive(await commit());
    expect(outcomes).toEqual([{ ok: true, status: 200, data: answer }]);
  });

  describe('after a refusal that asks for the same request with a missing part', () => {
    const refused = failure(409, { code: 'CONSENT_GRANT_REQUIRED' });

    it('keeps the key of the original request [GAP-68]', async () => {
      const { outbox, commit, received } = await upstreamHarness(kind, [refused, saved]);
      const first = await commit();
      await outbox.drive(first);
      const again = await commit({
        ...saveIdentity({ first_name: 'Bea' }),
        resends: first,
      });
      expect(await outbox.drive(again)).toBe('settled');
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
      await outbox.drive(first);
      const again = await commit({
        ...saveIdentity({ first_name: 'Bea' }),
        resends: first,
      });
      expect(await outbox.drive(again)).toBe('settled');
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
      await outbox.drive(first);
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
