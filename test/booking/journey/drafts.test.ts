/** Drafts in the database: one that arrives late does not outlive the answer to its view. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createJourneys } from '../../../server/booking/journey/journeys.ts';
import { untilBlocked } from '../../support/blocked-statement.ts';
import { newEncryption } from '../../support/keys.ts';
import { newTestStore, type StoreKind, storeKinds } from '../../support/test-stores.ts';

/** A stored journey of revision 1. Drafts do not read its body. */
async function begin(kind: StoreKind) {
  const store = await newTestStore(kind);
  const journeys = createJourneys(store, newEncryption(), Date.now);
  const journey = { id: randomUUID(), customerId: 'ada' };
  const row = { customer_id: 'ada', state: 'open', created_at: 1, updated_at: 1 } as const;
  await store.db
    .insertInto('journeys')
    .values({ ...row, id: journey.id, revision: 1, body: '' })
    .execute();
  const keep = (text: string, revision: number) => journeys.keepDraft(journey, 'times', { text }, revision);
  const kept = () => journeys.draft(journey, 'times');
  return { store, journeys, journey, keep, kept };
}

describe.each(storeKinds)('on %s', (kind) => {
  it('keeps the newest draft of the stored revision, and none of another', async () => {
    const { keep, kept } = await begin(kind);
    expect(await keep('first', 1)).toBe(true);
    expect(await keep('second', 1)).toBe(true);
    expect(await keep('of a view before', 0)).toBe(false);
    expect(await kept()).toEqual({ text: 'second' });
  });

  it('waits for an answer that is being committed, and is dropped with it', async () => {
    const { store, journeys, journey, keep, kept } = await begin(kind);
    await keep('early', 1);
    const late: Promise<boolean>[] = [];
    await store.transaction(async (trx) => {
      await trx.updateTable('journeys').set({ revision: 2 }).where('id', '=', journey.id).execute();
      await journeys.dropDrafts(trx, journey.id);
      late.push(keep('late', 1));
      // The draft is under way before the commit.
      await untilBlocked(store, kind);
    });
    expect(await Promise.all(late)).toEqual([false]);
    expect(await kept()).toBeNull();
  });
});
