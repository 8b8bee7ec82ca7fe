/** A process is killed at each point of a write: the next process sends the write with its key and bytes, and the service has one effect. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEncryption } from '../../../server/core/store/encryption.ts';
import { startSandbox } from '../../../server/sandbox/sandbox.ts';
import { eventually } from '../../support/eventually.ts';
import { newStoreKey } from '../../support/keys.ts';
import { outboxHarness } from '../../support/outbox-harness.ts';
import { Sandbox } from '../../support/sandbox.ts';
import { newStoreSettings, openTestStore, storeKinds } from '../../support/test-stores.ts';

const crashProcess = fileURLToPath(new URL('../../core/jobs/crash-process.ts', import.meta.url));
const leaseMs = 5_000;

describe.each(storeKinds)('on %s', (kind) => {
  it.each(['after_commit', 'after_send', 'after_answer', 'after_settle'] as const)(
    'has one effect and one key when it was killed %s [IDEM-04] [IDEM-05]',
    async (point) => {
      const running = await startSandbox();
      onTestFinished(() => running.close());
      const sandbox = new Sandbox(running.url);
      const { api_key: apiKey } = await sandbox.permanentKey();
      const keys = [newStoreKey('test')];
      const settings = await newStoreSettings(kind);
      const order = {
        store: settings,
        keys,
        url: running.url,
        apiKey,
        leaseMs,
        point,
      };
      const child = fork(crashProcess, [JSON.stringify(order)], { stdio: 'ignore' });
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);

      const store = await openTestStore(settings);
      const harness = outboxHarness(store, running.url, {
        encryption: createEncryption(keys),
        apiKey,
        // The lease of the dead process is over.
        clock: () => Date.now() + leaseMs,
      });
      const { id } = await store.db.selectFrom('writes').select('id').executeTakeFirstOrThrow();
      harness.outbox.start();
      await eventually(async () => (await harness.row(id)).state === 'settled');

      const requests = await sandbox.requests();
      const row = await harness.row(id);
      expect(requests.length).toBeGreaterThanOrEqual(1);
      expect(new Set(requests.map((request) => request.idempotency_key))).toEqual(
        new Set([row.idempotency_key]),
      );
      expect(new Set(requests.map((request) => request.body_sha256)).size).toBe(1);
      expect((await sandbox.ledger()).identities).toBe(1);
    },
  );

  it('leaves no write behind when it was killed before the commit', async () => {
    const settings = await newStoreSettings(kind);
    const order = {
      store: settings,
      keys: [newStoreKey('test')],
      url: 'http://127.0.0.1:1',
      apiKey: 'a.b',
      leaseMs,
    };
    const child = fork(crashProcess, [JSON.stringify({ ...order, point: 'before_commit' })], {
      stdio: 'ignore',
    });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    const store = await openTestStore(settings);
    expect(await store.db.selectFrom('writes').selectAll().execute()).toEqual([]);
  });
});
