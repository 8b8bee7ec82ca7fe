/** The journal's rules, the same on both stores. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Stale } from '../../server/writes/stale.ts';
import type { Outcome } from '../../server/writes/write.ts';
import { newSeal } from '../store/sealed.ts';
import { newStoreSettings, newTestStore, openTestStore, storeKinds } from '../store/test-stores.ts';
import {
  type Answer,
  cut,
  failure,
  inProgress,
  raw,
  scriptedServer,
  success,
} from '../upstream/scripted-server.ts';
import { eventually, journalStand } from './journal-stand.ts';
import { canary, identityAnswer, saveIdentity } from './save-identity.ts';

const slow =
  (ms: number, answer: Answer): Answer =>
  (response, request) =>
    void setTimeout(() => answer(response, request), ms);
const saved = success(identityAnswer, 201);

describe.each(storeKinds)('on %s', (kind) => {
  const standFor = async (script: Answer[], over: Parameters<typeof journalStand>[2] = {}) => {
    const server = await scriptedServer(...script);
    return {
      ...journalStand(await newTestStore(kind), server.url, over),
      ...server,
    };
  };

  it('has committed the key, the path, the bytes and their hash before the first byte leaves [IDEM-05]', async () => {
    const rows: unknown[] = [];
    const { journal, commit, row, received } = await standFor([saved], {
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
    const { journal, store, received } = await standFor([saved]);
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
    const { journal, store, commit, logged } = await standFor(answers);
    expect(await journal.drive(await commit(), 5_000)).toBe('settled');
    const rows = await store.db.selectFrom('writes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(canary);
    expect(logged.map((line) => line.event)).toEqual(['write.retried', 'write.settled']);
    expect(JSON.stringify(logged)).not.toMatch(/Canary|secret|example\.com|nobody branches/);
  });

  it('sends only listed fields, and refuses the rest before anything is stored [GAP-111]', async () => {
    const { journal, store } = await standFor([saved]);
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
    const { commit, row } = await standFor([saved]);
    const [one, two] = [await row(await commit()), await row(await commit())];
    expect(one.idempotency_key).not.toBe(two.idempotency_key);
    expect(one.body_sha256).toBe(two.body_sha256);
  });

  it('settles a refusal at once and for good, with its details sealed [ERR-11]', async () => {
    const { journal, seal, commit, row, received } = await standFor([
      failure(400, {
        code: 'INVALID_CUSTOMER_PROFILE',
        missing_fields: ['email'],
      }),
    ]);
    const id = await commit();
    expect(await journal.drive(id, 5_000)).toBe('settled');
    expect(await journal.drive(id, 5_000)).toBe('settled');
    expect(received).toHaveLength(1);
    expect(await seal.open<Outcome>((await row(id)).outcome ?? '')).toEqual({
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

  it('waits what it was asked to, and counts waiting as tries [IDEM-09, IDEM-11]', async () => {
    const { journal, commit, row, logged } = await standFor([inProgress(1)], {
      settings: { retryLimit: 2 },
    });
    const id = await commit();
    const startedAt = performance.now();
    expect(await journal.drive(id, 500)).toBe('due');
    expect(performance.now() - startedAt).toBeLessThan(450);
    expect(await journal.drive(id, 5_000)).toBe('parked');
    expect(performance.now() - startedAt).toBeGreaterThan(990);
    expect((await row(id)).attempts).toBe(2);
    expect(logged.map(({ event, reason }) => [event, reason])).toEqual([
      ['write.retried', 'in_progress'],
      ['write.parked', 'in_progress'],
    ]);
  });

  it('parks after the last try and goes on with the same key and bytes when reopened [IDEM-11]', async () => {
    const { journal, commit, row, received } = await standFor([cut, cut, cut, saved], {
      settings: { retryLimit: 3 },
    });
    const id = await commit();
    expect(await journal.drive(id, 5_000)).toBe('parked');
    expect(await journal.drive(id, 100)).toBe('parked');
    expect(received).toHaveLength(3);
    await journal.reopen(id);
    expect(await journal.drive(id, 5_000)).toBe('settled');
    expect(new Set(received.map(({ body, headers }) => `${headers['idempotency-key']} ${body}`)).size).toBe(
      1,
    );
    await journal.reopen(id);
    expect((await row(id)).state).toBe('settled');
  });

  it.each([401, 403])('parks at once on a %s, which is the operator’s to mend', async (status) => {
    const { journal, commit, received } = await standFor([failure(status), saved]);
    const id = await commit();
    expect(await journal.drive(id, 5_000)).toBe('parked');
    expect(received).toHaveLength(1);
    await journal.reopen(id);
    expect(await journal.drive(id, 5_000)).toBe('settled');
  });

  it('lets a named code decide where it comes with a 403 [ERR-45]', async () => {
    const { journal, commit } = await standFor([failure(403, { code: 'FLOW_ENDPOINT_MISMATCH' })]);
    expect(await journal.drive(await commit(), 5_000)).toBe('settled');
  });

  it('parks an answer it cannot read instead of losing what it wrote [VER-02]', async () => {
    const { journal, commit, logged } = await standFor([success({ customer_identity_id: 7 }), saved]);
    const id = await commit();
    expect(await journal.drive(id, 5_000)).toBe('parked');
    expect(logged.at(-1)).toMatchObject({
      event: 'write.parked',
      reason: 'drift',
    });
    await journal.reopen(id);
    expect(await journal.drive(id, 5_000)).toBe('settled');
  });

  it('keeps what it does not know of an answer [VER-09]', async () => {
    const answer = { ...identityAnswer, added_in_staging: { a: [1] } };
    const { journal, commit } = await standFor([success(answer)]);
    const outcomes: Outcome[] = [];
    journal.onSettled(async (_, outcome) => {
      outcomes.push(outcome);
      return async () => {};
    });
    await journal.drive(await commit(), 5_000);
    expect(outcomes).toEqual([{ ok: true, status: 200, data: answer }]);
  });

  describe('after a refusal that asks for the same request with what was missing', () => {
    const refused = failure(409, { code: 'CONSENT_GRANT_REQUIRED' });

    it('uses the key of the original request [ERR-36, GAP-68, T14]', async () => {
      const { journal, commit, received } = await standFor([refused, saved]);
      const first = await commit();
      await journal.drive(first, 5_000);
      const again = await commit({
        ...saveIdentity({ first_name: 'Bea' }),
        resends: first,
      });
      expect(await journal.drive(again, 5_000)).toBe('settled');
      expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      expect(received[1]?.body).toContain('Bea');
    });

    it('takes one new key where the service holds the old one to its payload [ERR-24, GAP-68]', async () => {
      const conflict = failure(409, { code: 'IDEMPOTENCY_CONFLICT' });
      const { journal, seal, row, commit, received } = await standFor([refused, conflict, conflict]);
      const first = await commit();
      await journal.drive(first, 5_000);
      const again = await commit({
        ...saveIdentity({ first_name: 'Bea' }),
        resends: first,
      });
      expect(await journal.drive(again, 5_000)).toBe('settled');
      const keys = received.map(({ headers }) => headers['idempotency-key']);
      expect(keys).toHaveLength(3);
      expect(keys[1]).toBe(keys[0]);
      expect(keys[2]).not.toBe(keys[0]);
      expect(received[2]?.body).toBe(received[1]?.body);
      const outcome = await seal.open<Outcome>((await row(again)).outcome ?? '');
      expect(outcome).toMatchObject({
        ok: false,
        error: { code: 'IDEMPOTENCY_CONFLICT' },
      });
    });

    it('never takes a key over to another route [IDEM-13]', async () => {
      const { journal, commit, row } = await standFor([refused, saved]);
      const first = await commit();
      await journal.drive(first, 5_000);
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

  describe('settling', () => {
    const note = (id: string) => ({
      journey_id: id,
      step: 'place',
      body: '',
      updated_at: 0,
    });

    it('moves the owner in the same transaction, computed outside any', async () => {
      const { journal, store, commit } = await standFor([saved]);
      journal.onSettled(async ({ ownerId }) => {
        // Would wait for ever inside a transaction of the one connection.
        await store.db.selectFrom('drafts').selectAll().execute();
        return async (trx) => {
          await trx.insertInto('drafts').values(note(ownerId)).execute();
        };
      });
      await journal.drive(await commit(), 5_000);
      expect(await store.db.selectFrom('drafts').select('journey_id').execute()).toEqual([
        { journey_id: 'journey-1' },
      ]);
    });

    it('computes again from the new state when that has moved on meanwhile', async () => {
      const { journal, commit, received } = await standFor([saved]);
      let computed = 0;
      journal.onSettled(async () => {
        computed += 1;
        return async () => {
          if (computed < 3) throw new Stale();
        };
      });
      expect(await journal.drive(await commit(), 5_000)).toBe('settled');
      expect(computed).toBe(3);
      expect(received).toHaveLength(1);
    });

    it('keeps the write due when what follows from it fails, and takes it up again with the same key', async () => {
      const { journal, store, commit, logged, received } = await standFor([saved]);
      let failures = 2;
      journal.onSettled(async ({ ownerId }) => async (trx) => {
        await trx.insertInto('drafts').values(note(ownerId)).execute();
        if (failures-- > 0) throw new TypeError(canary);
      });
      expect(await journal.drive(await commit(), 5_000)).toBe('settled');
      expect(await store.db.selectFrom('drafts').selectAll().execute()).toHaveLength(1);
      expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      expect(logged.filter(({ event }) => event === 'write.failed')).toMatchObject([
        { error_class: 'TypeError' },
        { error_class: 'TypeError' },
      ]);
      expect(JSON.stringify(logged)).not.toContain(canary);
    });
  });

  it('holds no transaction open while it waits for the service', async () => {
    const { journal, store, commit, received } = await standFor([slow(600, saved)]);
    const driven = journal.drive(await commit(), 5_000);
    await eventually(() => received.length === 1);
    const startedAt = performance.now();
    await store.transaction(async (trx) => trx.selectFrom('drafts').selectAll().execute());
    expect(performance.now() - startedAt).toBeLessThan(300);
    expect(await driven).toBe('settled');
  });

  it('comes back when patience is over, and settles without its caller', async () => {
    const { journal, commit, row, received } = await standFor([slow(500, saved)]);
    const id = await commit();
    const startedAt = performance.now();
    expect(await journal.drive(id, 100)).toBe('due');
    expect(performance.now() - startedAt).toBeLessThan(400);
    await eventually(async () => (await row(id)).state === 'settled');
    expect(received).toHaveLength(1);
  });

  it('sends once although many drive it at once, here and in another process [IDEM-12]', async () => {
    const settings = await newStoreSettings(kind);
    const { url, received } = await scriptedServer(slow(200, saved));
    const seal = newSeal();
    const one = journalStand(await openTestStore(settings), url, { seal });
    const two = journalStand(await openTestStore(settings), url, { seal });
    const id = await one.commit();
    two.journal.start();
    const driven = [one, two, one, two].map(({ journal }) => journal.drive(id, 5_000));
    expect(await Promise.all(driven)).toEqual(['settled', 'settled', 'settled', 'settled']);
    expect(received).toHaveLength(1);
  });

  it('is resumed by the worker when nobody drives it, and when its wait is over', async () => {
    const { journal, commit, row, received } = await standFor([
      failure(503, null, { 'retry-after': '1' }),
      saved,
    ]);
    const id = await commit();
    journal.start();
    await eventually(async () => (await row(id)).state === 'settled');
    expect(received).toHaveLength(2);
  });

  it('outlives a worker that cannot reach its store for a while', async () => {
    const stand = await standFor([saved]);
    const { db } = stand.store;
    await db.schema.alterTable('writes').renameTo('writes_away').execute();
    stand.journal.start();
    await eventually(() => stand.logged.some(({ event }) => event === 'write.worker_failed'));
    await db.schema.alterTable('writes_away').renameTo('writes').execute();
    const id = await stand.commit();
    await eventually(async () => (await stand.row(id)).state === 'settled');
  });

  describe('a lease that ran out', () => {
    it('lets another settle, and rejects what its old holder brings late', async () => {
      const settings = await newStoreSettings(kind);
      const { url, received } = await scriptedServer(saved);
      const seal = newSeal();
      let release = () => {};
      const held = new Promise<void>((done) => {
        release = done;
      });
      const old = journalStand(await openTestStore(settings), url, {
        seal,
        settings: { leaseMs: 200 },
        testPoint: (name) => (name === 'after_answer' ? held : undefined),
      });
      const other = journalStand(await openTestStore(settings), url, { seal });
      for (const [name, { journal }] of [
        ['old', old],
        ['other', other],
      ] as const)
        journal.onSettled(async () => async (trx) => {
          await trx
            .insertInto('drafts')
            .values({
              journey_id: name,
              step: 'place',
              body: '',
              updated_at: 0,
            })
            .execute();
        });

      const id = await old.commit();
      expect(await old.journal.drive(id, 50)).toBe('due');
      expect(await other.journal.drive(id, 5_000)).toBe('settled');
      release();
      await eventually(() => old.logged.some(({ event }) => event === 'write.lease_lost'));

      expect(await other.store.db.selectFrom('drafts').select('journey_id').execute()).toEqual([
        { journey_id: 'other' },
      ]);
      expect(received).toHaveLength(2);
      expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    });

    it('is handed over at once by a process that stops', async () => {
      const settings = await newStoreSettings(kind);
      const { url, received } = await scriptedServer(raw(503, ''), saved);
      const seal = newSeal();
      const one = journalStand(await openTestStore(settings), url, {
        seal,
        settings: { leaseMs: 60_000 },
      });
      const two = journalStand(await openTestStore(settings), url, { seal });
      const id = await one.commit();
      const driven = one.journal.drive(id, 30_000);
      await eventually(() => received.length >= 1);
      await one.journal.stop();
      expect(['due', 'settled']).toContain(await driven);
      expect(await two.journal.drive(id, 5_000)).toBe('settled');
    });
  });

  it('finishes what is under way before it stops', async () => {
    const { journal, commit, row, received } = await standFor([slow(300, saved)]);
    const id = await commit();
    const driven = journal.drive(id, 5_000);
    await eventually(() => received.length === 1);
    await journal.stop();
    expect((await row(id)).state).toBe('settled');
    expect(await driven).toBe('settled');
    await sleep(0);
  });
});
