/** What settles a write also moves its owner: computed outside, applied in one transaction. */
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../server/core/observability/log.ts';
import { Conflict } from '../../../server/core/store/conflict.ts';
import { createOutbox } from '../../../server/upstream/writes/outbox.ts';
import type { OwnerKind } from '../../../server/upstream/writes/write.ts';
import { eventually } from '../../support/eventually.ts';
import { newJobs } from '../../support/jobs.ts';
import { newEncryption } from '../../support/keys.ts';
import { saved, upstreamHarness } from '../../support/outbox-harness.ts';
import { canary, saveIdentity } from '../../support/save-identity.ts';
import { scriptedServer } from '../../support/scripted-server.ts';
import { newTestStore, storeKinds } from '../../support/test-stores.ts';
import { upstreamHttp } from '../../support/upstream-client.ts';

describe.each(storeKinds)('on %s', (kind) => {
  describe('completing a write', () => {
    const note = (id: string) => ({
      journey_id: id,
      step: 'place',
      body: '',
      updated_at: 0,
    });

    it('changes the owner in the same transaction, after a computation outside it', async () => {
      const { outbox, store, commit } = await upstreamHarness(kind, [saved]);
      outbox.onCompleted(async ({ write }, commit) => {
        // Would wait for ever inside a transaction of the one connection.
        await store.db.selectFrom('drafts').selectAll().execute();
        await commit(async (trx) => {
          await trx.insertInto('drafts').values(note(write.ownerId)).execute();
          return null;
        });
      });
      await outbox.drive(await commit());
      expect(await store.db.selectFrom('drafts').select('journey_id').execute()).toEqual([
        { journey_id: 'journey-1' },
      ]);
    });

    it('computes again from the new state when it has changed since', async () => {
      const { outbox, commit, received } = await upstreamHarness(kind, [saved]);
      let computed = 0;
      outbox.onCompleted(async (_, commit) => {
        computed += 1;
        await commit(async () => {
          if (computed < 3) throw new Conflict();
          return null;
        });
      });
      expect(await outbox.drive(await commit())).toBe('settled');
      expect(computed).toBe(3);
      expect(received).toHaveLength(1);
    });

    it('keeps the write due when its follow-up fails, and continues with the same key', async () => {
      const { outbox, store, commit, logged, received } = await upstreamHarness(kind, [saved]);
      let failures = 2;
      outbox.onCompleted(async ({ write }, commit) =>
        commit(async (trx) => {
          await trx.insertInto('drafts').values(note(write.ownerId)).execute();
          if (failures-- > 0) throw new TypeError(canary);
          return null;
        }),
      );
      expect(await outbox.drive(await commit())).toBe('settled');
      expect(await store.db.selectFrom('drafts').selectAll().execute()).toHaveLength(1);
      expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      expect(logged.filter(({ event }) => event === 'write.failed')).toMatchObject([
        { error_class: 'TypeError' },
        { error_class: 'TypeError' },
      ]);
      expect(JSON.stringify(logged)).not.toContain(canary);
    });

    it('of a customer who was erased meanwhile stores no outcome, and makes no data key', async () => {
      const harness = await upstreamHarness(kind, [saved], {
        async testPoint(name) {
          if (name === 'after_answer') await encryption.customerKeys.remove(store.db, 'customer-1');
        },
      });
      const { encryption, store, logged } = harness;
      const id = await harness.commit();
      await eventually(() => logged.some(({ event }) => event === 'write.lease_lost'));
      expect(await harness.row(id)).toMatchObject({ state: 'due', outcome: null });
      expect(await store.db.selectFrom('customer_keys').selectAll().execute()).toEqual([]);
    });
  });
});

describe.each(storeKinds)('on %s', (kind) => {
  it("a write of another process calls the handler of its owner's kind", async () => {
    const store = await newTestStore(kind);
    const { url } = await scriptedServer(saved);
    const encryption = newEncryption();
    const calls: OwnerKind[] = [];
    const newProcess = () => {
      const jobs = newJobs(store);
      const outbox = createOutbox({
        flow: 'full_api',
        store,
        encryption,
        jobs,
        http: upstreamHttp(url),
        settings: {
          waitTimeoutMs: 2_500,
          leaseMs: 5_000,
          retryLimit: 3,
          retryBaseMs: 10,
          retryCapMs: 10,
          parkedRetryMs: 60_000,
          probeMs: 60_000,
        },
        log: silentLog,
      });
      const [evidence, journey] = (['evidence', 'journey'] as const).map((each) =>
        outbox.owner<null>(each, async () => void calls.push(each)),
      );
      if (!evidence || !journey) throw new Error('no writes');
      return { jobs, evidence, journey };
    };
    // What a stopped process inserts is another's to send.
    const first = newProcess();
    await first.jobs.stop();
    const id = await store.transaction((trx) =>
      first.evidence.enqueue(trx, { ownerId: 'owner', customerId: 'customer-1', write: saveIdentity() }),
    );
    const second = newProcess();
    expect(await second.journey.wait(id, 5_000)).toMatchObject({ state: 'settled' });
    await second.jobs.stop();
    expect(calls).toEqual(['evidence']);
  });
});
