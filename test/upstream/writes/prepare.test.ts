/** A write is a row before it is a request: what the row holds, and what never gets that far. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decrypted } from '../../support/decrypted-columns.ts';
import { saved, upstreamHarness } from '../../support/outbox-harness.ts';
import { canary, saveIdentity } from '../../support/save-identity.ts';
import { failure } from '../../support/scripted-server.ts';
import { storeKinds } from '../../support/test-stores.ts';

describe.each(storeKinds)('on %s', (kind) => {
  it('commits the key, the path and the bytes before it sends the first byte [IDEM-05]', async () => {
    const rows: unknown[] = [];
    const { outbox, commit, row, received } = await upstreamHarness(kind, [saved], {
      testPoint: async (name, { id }) => {
        if (name === 'after_commit') rows.push({ sent: received.length, ...(await row(id)) });
      },
    });
    const id = await commit();
    await outbox.drive(id);
    expect(rows).toMatchObject([
      {
        sent: 0,
        state: 'due',
        attempts: 1,
        path: '/v1/api-first/identities',
      },
    ]);
    expect(received[0]?.headers['idempotency-key']).toBe((await row(id)).idempotency_key);
  });

  it('sends nothing upstream for a row that was not committed', async () => {
    const { outbox, writes, store, received } = await upstreamHarness(kind, [saved]);
    const id = randomUUID();
    await expect(
      store.transaction(async (trx) => {
        await writes.enqueue(trx, {
          id,
          ownerId: 'journey-1',
          customerId: 'customer-1',
          write: saveIdentity(),
        });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await expect(outbox.drive(id, 100)).rejects.toThrow('no such write');
    expect(received).toEqual([]);
  });

  it('keeps typed values out of the tables and the log', async () => {
    const answers = [failure(500, { last_name: canary }), failure(422, { code: 'X', last_name: canary })];
    const { outbox, store, commit, logged } = await upstreamHarness(kind, answers);
    expect(await outbox.drive(await commit())).toBe('settled');
    const rows = await store.db.selectFrom('writes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(canary);
    expect(logged.map((line) => line.event)).toEqual(['write.retried', 'write.settled']);
    expect(JSON.stringify(logged)).not.toMatch(/Canary|secret|example\.com|nobody branches/);
  });

  it('sends only listed fields, and rejects others before it stores anything [GAP-111]', async () => {
    const { outbox, store } = await upstreamHarness(kind, [saved]);
    await expect(outbox.enqueue(saveIdentity({ note: 'x' }))).rejects.toThrow();
    await expect(outbox.enqueue({ ...saveIdentity(), body: null })).rejects.toThrow('another body');
    await expect(
      outbox.enqueue({
        kind: 'consent_session.abandon',
        params: { sessionId: '..' },
        body: null,
      }),
    ).rejects.toThrow('sessionId');
    expect(await store.db.selectFrom('writes').selectAll().execute()).toEqual([]);
  });

  it('makes a key per logical write, also for the same payload twice [IDEM-01] [IDEM-13] [T15]', async () => {
    const { commit, row } = await upstreamHarness(kind, [saved]);
    const [one, two] = [await row(await commit()), await row(await commit())];
    expect(one.idempotency_key).not.toBe(two.idempotency_key);
    expect(one.body).not.toBe(two.body);
  });

  it('makes the same key and bytes again for the same write of an owner, and others for its next one', async () => {
    const { store, writes, encryption } = await upstreamHarness(kind, [saved]);
    const made = (write: { ownerId?: string; completed?: number; first_name?: string }) =>
      store.transaction(async (trx) => {
        const { ownerId = 'journey-1', completed = 0, first_name = 'Ada' } = write;
        const id = await writes.enqueue(trx, {
          ownerId,
          customerId: 'customer-1',
          completed,
          write: saveIdentity({ first_name }),
        });
        const inserted = await trx
          .selectFrom('writes')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        // As in a restored database, which never had it.
        await trx.deleteFrom('writes').where('id', '=', id).execute();
        return [
          inserted.idempotency_key,
          await decrypted<string>(trx, encryption, 'writes', 'body', inserted),
        ];
      });
    const [key, bytes] = await made({});
    expect(await made({})).toEqual([key, bytes]);
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    const [sameKey, otherBytes] = await made({ first_name: 'Bea' });
    expect([sameKey, otherBytes === bytes]).toEqual([key, false]);
    for (const other of [{ completed: 1 }, { ownerId: 'journey-2' }])
      expect((await made(other))[0]).not.toBe(key);
  });
});
