/** Who carries a piece of evidence on: one process at a time, for as long as it holds it. */
import { expect, it } from 'vitest';
import type { EvidenceState } from '../../server/evidence/evidence.ts';
import { createEvidenceRows } from '../../server/evidence/rows.ts';
import { newSeal } from '../store/sealed.ts';
import { newTestStore, storeKinds } from '../store/test-stores.ts';

const state: EvidenceState = {
  id: 'evidence-1',
  kind: 'consent',
  ownerId: 'journey-1',
  documentId: 'document-1',
  params: {},
  document: { content_length: 9, sha256: '0'.repeat(64) },
  phase: 'transferring',
  record: null,
  session: null,
  renewals: 0,
  reason: null,
};

it.each(storeKinds)(
  'is taken by one, held for longer than its lease, and free when the holding ends, on %s',
  async (kind) => {
    const store = await newTestStore(kind);
    let now = 1_000_000;
    const rows = createEvidenceRows(store, newSeal(), () => now);
    await store.transaction(await rows.insert(state));
    const ids = async () => (await rows.due(9)).map(({ id }) => id);
    expect(await ids()).toEqual([state.id]);
    const taken = await rows.take(state.id, 10_000);
    if (!taken) throw new Error('nobody held it');
    expect(await rows.take(state.id, 10_000)).toBeNull();

    now += 9_000;
    await rows.hold(taken, 10_000);
    now += 9_000;
    expect(await ids()).toEqual([]);
    now += 1_000;
    expect(await ids()).toEqual([state.id]);

    // Who comes back to it after another has taken it holds nothing.
    const next = await rows.take(state.id, 10_000);
    await rows.hold(taken, 60_000);
    now += 10_000;
    expect(next?.version).toBe(taken.version + 1);
    expect(await ids()).toEqual([state.id]);
  },
);
