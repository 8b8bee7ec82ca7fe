/** The lease of a write: one holder at a time, for a limited time, and results of late holders are rejected. */
import { describe, expect, it } from 'vitest';
import { newEncryption } from '../../support/encryption-keys.ts';
import { eventually, outboxHarness, saved, upstreamHarness } from '../../support/outbox-harness.ts';
import { failure, scriptedServer, silence, slow } from '../../support/scripted-server.ts';
import { newStoreSettings, openTestStore, storeKinds } from '../../support/test-stores.ts';

describe.each(storeKinds)('on %s', (kind) => {
  it('holds no transaction open while it waits for the service', async () => {
    const { outbox, store, commit, received } = await upstreamHarness(kind, [slow(600, saved)]);
    const driven = outbox.drive(await commit(), 5_000);
    await eventually(() => received.length === 1);
    const startedAt = performance.now();
    await store.transaction(async (trx) => trx.selectFrom('drafts').selectAll().execute());
    expect(performance.now() - startedAt).toBeLessThan(300);
    expect(await driven).toBe('settled');
  });

  it('returns after the wait timeout, and completes without its caller', async () => {
    const { outbox, commit, row, received } = await upstreamHarness(kind, [slow(500, saved)]);
    const id = await commit();
    const startedAt = performance.now();
    expect(await outbox.drive(id, 100)).toBe('due');
    expect(performance.now() - startedAt).toBeLessThan(400);
    await eventually(async () => (await row(id)).state === 'settled');
    expect(received).toHaveLength(1);
  });

  it('sends once when many callers wait for it, in one process and in another [IDEM-12]', async () => {
    const settings = await newStoreSettings(kind);
    const { url, received } = await scriptedServer(slow(200, saved));
    const encryption = newEncryption();
    const one = outboxHarness(await openTestStore(settings), url, { encryption });
    const two = outboxHarness(await openTestStore(settings), url, { encryption });
    const id = await one.commit();
    two.outbox.start();
    const driven = [one, two, one, two].map(({ outbox }) => outbox.drive(id, 5_000));
    expect(await Promise.all(driven)).toEqual(['settled', 'settled', 'settled', 'settled']);
    expect(received).toHaveLength(1);
  });

  it('the worker resumes it after its wait when no caller waits', async () => {
    const { outbox, commit, row, received } = await upstreamHarness(kind, [
      failure(503, null, { 'retry-after': '1' }),
      saved,
    ]);
    const id = await commit();
    outbox.start();
    await eventually(async () => (await row(id)).state === 'settled');
    expect(received).toHaveLength(2);
  });

  it('survives a worker that cannot reach its database for a while', async () => {
    const harness = await upstreamHarness(kind, [saved]);
    const { db } = harness.store;
    await db.schema.alterTable('writes').renameTo('writes_away').execute();
    harness.outbox.start();
    await eventually(() => harness.logged.some(({ event }) => event === 'write.worker_failed'));
    await db.schema.alterTable('writes_away').renameTo('writes').execute();
    const id = await harness.commit();
    await eventually(async () => (await harness.row(id)).state === 'settled');
  });

  it('keeps the lease for the whole attempt, however short the lease is', async () => {
    const settings = await newStoreSettings(kind);
    const { url, received } = await scriptedServer(slow(1_500, saved), saved);
    const encryption = newEncryption();
    const short = { encryption, settings: { leaseMs: 400 } };
    const one = outboxHarness(await openTestStore(settings), url, short);
    const two = outboxHarness(await openTestStore(settings), url, short);
    const driven = one.outbox.drive(await one.commit(), 5_000);
    two.outbox.start();
    expect(await driven).toBe('settled');
    expect(received).toHaveLength(1);
  });

  /** Two processes with the answer in hand: the second took the write when the lease of the first ran out. */
  async function twoHolders() {
    const settings = await newStoreSettings(kind);
    const { url, received } = await scriptedServer(saved);
    const encryption = newEncryption();
    const holder = async (name: string) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const testPoint = (point: string) => (point === 'after_answer' ? released : undefined);
      const harness = outboxHarness(await openTestStore(settings), url, {
        encryption,
        testPoint,
        settings: { leaseMs: 60_000 },
      });
      const draft = { journey_id: name, step: 'place', body: '', updated_at: 0 };
      harness.outbox.onCompleted((_, commit) =>
        commit(async (trx) => {
          await trx.insertInto('drafts').values(draft).execute();
          return null;
        }),
      );
      return { ...harness, release };
    };
    const [old, other] = [await holder('old'), await holder('other')];
    const id = await old.commit();
    expect(await old.outbox.drive(id, 50)).toBe('due');
    // As if it had been stopped for longer than it is waited for.
    await other.store.db.updateTable('writes').set({ lease_until: 0, due_at: 0 }).execute();
    expect(await other.outbox.drive(id, 400)).toBe('due');
    expect(received).toHaveLength(2);
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    const settledBy = () => other.store.db.selectFrom('drafts').select('journey_id').execute();
    const rejected = () => old.logged.some(({ event }) => event === 'write.lease_lost');
    return { id, old, other, settledBy, rejected };
  }

  it('rejects the result of an old holder while another holder has the write', async () => {
    const { id, old, other, settledBy, rejected } = await twoHolders();
    old.release();
    await eventually(rejected);
    expect((await other.row(id)).state).toBe('due');
    expect(await settledBy()).toEqual([]);
    other.release();
    expect(await other.outbox.drive(id, 5_000)).toBe('settled');
    expect(await settledBy()).toEqual([{ journey_id: 'other' }]);
  });

  it('rejects the result of an old holder after another has completed it', async () => {
    const { id, old, other, settledBy, rejected } = await twoHolders();
    other.release();
    expect(await other.outbox.drive(id, 5_000)).toBe('settled');
    old.release();
    await eventually(rejected);
    expect(await settledBy()).toEqual([{ journey_id: 'other' }]);
  });

  it('finishes the current attempt before it stops', async () => {
    const { outbox, commit, row, received } = await upstreamHarness(kind, [slow(300, saved)]);
    const id = await commit();
    const driven = outbox.drive(id, 5_000);
    await eventually(() => received.length === 1);
    await outbox.stop();
    expect((await row(id)).state).toBe('settled');
    expect(await driven).toBe('settled');
  });
});

it('is released by a stopping process that cannot wait for it', async () => {
  const settings = await newStoreSettings('sqlite');
  const { url, received } = await scriptedServer(silence, saved);
  const encryption = newEncryption();
  const timeoutMs = 15_000;
  const one = outboxHarness(await openTestStore(settings), url, {
    encryption,
    timeoutMs,
    settings: { leaseMs: 60_000 },
  });
  const two = outboxHarness(await openTestStore(settings), url, { encryption });
  const id = await one.commit();
  const driven = one.outbox.drive(id, 30_000);
  await eventually(() => received.length === 1);
  expect(await two.outbox.drive(id, 200)).toBe('due');
  await one.outbox.stop();
  // The waiting caller learns of it at once, and asks the new holder.
  const stoppedAt = performance.now();
  expect(await driven).toBe('due');
  expect(performance.now() - stoppedAt).toBeLessThan(2_000);
  expect(await two.outbox.drive(id, 5_000)).toBe('settled');
  expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});
