/** The lease of a write: one holder at a time, for a limited time, and results of late holders are rejected. */
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { newEncryption } from '../../support/keys.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { outboxHarness, saved, upstreamHarness } from '../../support/outbox-harness.ts';
import { answerAfter, failure, scriptedServer, silence } from '../../support/scripted-server.ts';
import { newStoreSettings, openTestStore, storeKinds } from '../../support/test-stores.ts';

describe.each(storeKinds)('on %s', (kind) => {
  it('holds no transaction open while it waits for the service', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { outbox, store, commit, received } = await upstreamHarness(kind, [answerAfter(released, saved)]);
    const driven = outbox.drive(await commit());
    await eventually(() => received.length === 1);
    await store.transaction(async (trx) => trx.selectFrom('drafts').selectAll().execute());
    release();
    expect(await driven).toBe('settled');
  });

  it('returns after the wait timeout, and completes without its caller', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { outbox, commit, row, received } = await upstreamHarness(kind, [answerAfter(released, saved)]);
    const id = await commit();
    expect(await outbox.drive(id, 100)).toBe('due');
    release();
    await eventually(async () => (await row(id)).state === 'settled');
    expect(received).toHaveLength(1);
  });

  it('sends once when many callers wait for it, in one process and in another', async () => {
    const settings = await newStoreSettings(kind);
    const { promise: haveLooked, resolve: release } = Promise.withResolvers<void>();
    const { url, received } = await scriptedServer(answerAfter(haveLooked, saved));
    const encryption = newEncryption();
    const one = outboxHarness(await openTestStore(settings), url, { encryption });
    const two = outboxHarness(await openTestStore(settings), url, { encryption });
    const id = await one.commit();
    two.outbox.start();
    const driven = [one, two, one, two].map(({ outbox }) => outbox.drive(id));
    await eventually(() => received.length > 0);
    // The process that does not send it has looked, and found it taken.
    await Promise.race([one.idle(), two.idle()]);
    release();
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
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { url, received } = await scriptedServer(answerAfter(released, saved), saved);
    const leaseMs = 400;
    const clock = manualClock(Date.now());
    const short = { encryption: newEncryption(), clock, settings: { leaseMs } };
    const one = outboxHarness(await openTestStore(settings), url, short);
    const two = outboxHarness(await openTestStore(settings), url, short);
    const id = await one.commit();
    const driven = one.outbox.drive(id);
    await eventually(() => received.length === 1);
    two.outbox.start();
    for (let renewals = 0; renewals < 4; renewals++) {
      const { due_at: endsAt } = await one.row(id);
      clock.advance(leaseMs / 2);
      await eventually(async () => (await one.row(id)).due_at > endsAt);
      await two.idle();
    }
    release();
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
    await eventually(() => received.length === 1);
    // As if it had been stopped for longer than it is waited for.
    await other.store.db.updateTable('writes').set({ due_at: 0 }).execute();
    expect(await other.outbox.drive(id, 50)).toBe('due');
    await eventually(() => received.length === 2);
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
    expect(await other.outbox.drive(id)).toBe('settled');
    expect(await settledBy()).toEqual([{ journey_id: 'other' }]);
  });

  it('rejects the result of an old holder after another has completed it', async () => {
    const { id, old, other, settledBy, rejected } = await twoHolders();
    other.release();
    expect(await other.outbox.drive(id)).toBe('settled');
    old.release();
    await eventually(rejected);
    expect(await settledBy()).toEqual([{ journey_id: 'other' }]);
  });

  it('finishes the current attempt before it stops', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    // Its clock never ends the time that a stop gives.
    const clock = manualClock(Date.now());
    const script = [answerAfter(released, saved)];
    const { outbox, commit, row, received } = await upstreamHarness(kind, script, { clock });
    const id = await commit();
    const driven = outbox.drive(id);
    await eventually(() => received.length === 1);
    const stopped = outbox.stop();
    release();
    await stopped;
    expect((await row(id)).state).toBe('settled');
    expect(await driven).toBe('settled');
  });
});

it('is released by a stopping process that cannot wait for it', async () => {
  const settings = await newStoreSettings('sqlite');
  const { url, received } = await scriptedServer(silence, saved);
  const encryption = newEncryption();
  const clock = manualClock(Date.now());
  const one = outboxHarness(await openTestStore(settings), url, {
    encryption,
    clock,
    settings: { leaseMs: 60_000 },
  });
  const two = outboxHarness(await openTestStore(settings), url, { encryption });
  const id = await one.commit();
  const driven = one.outbox.drive(id);
  await eventually(() => received.length === 1);
  expect(await two.outbox.drive(id, 200)).toBe('due');
  const stopped = one.outbox.stop();
  clock.advance(5_000);
  await stopped;
  // The waiting caller learns of it before its own wait ends, and asks the new holder.
  expect(await driven).toBe('due');
  expect(await two.outbox.drive(id)).toBe('settled');
  expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});
