/** What settles a write also moves its owner: computed outside, applied in one transaction. */
import { describe, expect, it } from 'vitest';
import { Conflict } from '../../../server/store/conflict.ts';
import { saved, upstreamHarness } from '../../support/outbox-harness.ts';
import { canary } from '../../support/save-identity.ts';
import { storeKinds } from '../../support/test-stores.ts';

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
      await outbox.drive(await commit(), 5_000);
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
      expect(await outbox.drive(await commit(), 5_000)).toBe('settled');
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
      expect(await outbox.drive(await commit(), 5_000)).toBe('settled');
      expect(await store.db.selectFrom('drafts').selectAll().execute()).toHaveLength(1);
      expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      expect(logged.filter(({ event }) => event === 'write.failed')).toMatchObject([
        { error_class: 'TypeError' },
        { error_class: 'TypeError' },
      ]);
      expect(JSON.stringify(logged)).not.toContain(canary);
    });
  });
});
