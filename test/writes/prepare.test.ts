/** A write is a row before it is a request: what the row holds, and what never gets that far. */
import { describe, expect, it } from 'vitest';
import { storeKinds } from '../store/test-stores.ts';
import { failure } from '../upstream/scripted-server.ts';
import { saved, scriptedStand } from './journal-stand.ts';
import { canary, saveIdentity } from './save-identity.ts';

describe.each(storeKinds)('on %s', (kind) => {
  it('has committed the key, the path and the bytes before the first byte leaves [IDEM-05]', async () => {
    const rows: unknown[] = [];
    const { journal, commit, row, received } = await scriptedStand(kind, [saved], {
      testPoint: async (name, { id }) => {
        if (name === 'after_commit') rows.push({ sent: received.length, ...(await row(id)) });
      },
    });
    const id = await commit();
    await journal.drive(id, 5_000);
    expect(rows).toMatchObject([
      {
        sent: 0,
        state: 'due',
        attempts: 1,
        method: 'POST',
        path: '/v1/api-first/identities',
      },
    ]);
    expect(received[0]?.headers['idempotency-key']).toBe((await row(id)).idempotency_key);
  });

  it('writes nothing upstream whose row was not committed', async () => {
    const { journal, store, received } = await scriptedStand(kind, [saved]);
    const enlisted = await journal.prepare('journey-1', saveIdentity());
    const rolledBack = store.transaction(async (trx) => {
      await enlisted.enlist(trx);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await expect(journal.drive(enlisted.id, 100)).rejects.toThrow('no such write');
    expect(received).toEqual([]);
  });

  it('keeps what was typed out of the tables and the log', async () => {
    const answers = [failure(500, { last_name: canary }), failure(422, { code: 'X', last_name: canary })];
    const { journal, store, commit, logged } = await scriptedStand(kind, answers);
    expect(await journal.drive(await commit(), 5_000)).toBe('settled');
    const rows = await store.db.selectFrom('writes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(canary);
    expect(logged.map((line) => line.event)).toEqual(['write.retried', 'write.settled']);
    expect(JSON.stringify(logged)).not.toMatch(/Canary|secret|example\.com|nobody branches/);
  });

  it('sends only listed fields, and refuses the rest before anything is stored [GAP-111]', async () => {
    const { journal, store } = await scriptedStand(kind, [saved]);
    await expect(journal.prepare('j', saveIdentity({ note: 'x' }))).rejects.toThrow();
    await expect(journal.prepare('j', { ...saveIdentity(), body: null })).rejects.toThrow('another body');
    await expect(
      journal.prepare('j', {
        kind: 'consent_session.abandon',
        params: { sessionId: '..' },
        body: null,
      }),
    ).rejects.toThrow('sessionId');
    expect(await store.db.selectFrom('writes').selectAll().execute()).toEqual([]);
  });

  it('makes a key per logical write, also for the same payload said twice [IDEM-01, IDEM-13, T15]', async () => {
    const { commit, row } = await scriptedStand(kind, [saved]);
    const [one, two] = [await row(await commit()), await row(await commit())];
    expect(one.idempotency_key).not.toBe(two.idempotency_key);
    expect(one.body_sha256).not.toBe(two.body_sha256);
  });
});
