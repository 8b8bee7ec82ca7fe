/** The fault matrix against the sandbox: one effect under one key with the same bytes after every fault. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../../server/sandbox/sandbox.ts';
import { decrypted } from '../../support/decrypted-columns.ts';
import { outboxHarness } from '../../support/outbox-harness.ts';
import { Sandbox } from '../../support/sandbox.ts';
import { saveIdentity } from '../../support/save-identity.ts';
import { newTestStore, storeKinds } from '../../support/test-stores.ts';

let running: Awaited<ReturnType<typeof startSandbox>>;
let sandbox: Sandbox;
let apiKey: string;

beforeAll(async () => {
  running = await startSandbox();
  sandbox = new Sandbox(running.url);
  apiKey = (await sandbox.permanentKey()).api_key;
});
afterAll(() => running.close());

const path = '/v1/api-first/identities';
const late = 'an answer that comes too late';
const inASecond = () => new Date(Date.now() + 1_000).toUTCString();

const faults: [name: string, effect: () => object, more: object, tries: number][] = [
  ['no fault', () => ({ kind: 'delay', ms: 0 }), {}, 1],
  ['a cut before the effect [IDEM-04]', () => ({ kind: 'drop_before' }), {}, 2],
  ['a cut after the effect [IDEM-04]', () => ({ kind: 'drop_after' }), {}, 2],
  ['three cuts after the effect', () => ({ kind: 'drop_after' }), { times: 3 }, 4],
  ['in progress twice [IDEM-09]', () => ({ kind: 'in_progress', retry_after_seconds: 1 }), { times: 2 }, 3],
  ['a 503 with seconds', () => ({ kind: 'status', status: 503, headers: { 'Retry-After': '1' } }), {}, 2],
  [
    'a 503 with a date',
    () => ({
      kind: 'status',
      status: 503,
      headers: { 'Retry-After': inASecond() },
    }),
    {},
    2,
  ],
  ['a 503 that is no envelope', () => ({ kind: 'status', status: 503, body: 'busy' }), {}, 2],
  ['a 429 [ERR-29]', () => ({ kind: 'status', status: 429, headers: { 'Retry-After': '1' } }), {}, 2],
  ['a 500 [GAP-110]', () => ({ kind: 'status', status: 500 }), {}, 2],
  ['a body that is no JSON', () => ({ kind: 'malformed' }), {}, 2],
  [late, () => ({ kind: 'delay', ms: 900 }), {}, 2],
];

describe.each(storeKinds)('on %s', (kind) => {
  it.each(faults)(
    'has one effect, one key and the same bytes after %s',
    async (name, effect, more, tries) => {
      const isLate = name === late;
      await sandbox.clearFaults();
      await sandbox.fault('POST', path, effect(), more);
      const before = (await sandbox.ledger()).identities ?? 0;
      const sent = (await sandbox.requests()).length;
      const harness = outboxHarness(await newTestStore(kind), running.url, {
        apiKey,
        // Only what comes too late may meet the limit: the sandbox answers at its own pace.
        ...(isLate ? { timeoutMs: 500 } : {}),
      });
      const settled: unknown[] = [];
      harness.outbox.onCompleted(async ({ write, outcome }) => {
        settled.push({ write, ok: outcome.ok });
      });

      const id = await harness.commit(saveIdentity({ external_customer_id: `c-${crypto.randomUUID()}` }));
      expect(await harness.outbox.drive(id)).toBe('settled');

      expect(settled).toEqual([
        {
          write: { id, ownerId: 'journey-1', kind: 'identity.save' },
          ok: true,
        },
      ]);
      const requests = (await sandbox.requests()).slice(sent);
      const row = await harness.row(id);
      expect(new Set(requests.map((request) => request.path))).toEqual(new Set([path]));
      // On a slow machine, more than one answer comes too late.
      if (isLate) expect(requests.length).toBeGreaterThanOrEqual(tries);
      else expect(requests).toHaveLength(tries);
      expect(new Set(requests.map((request) => request.idempotency_key))).toEqual(
        new Set([row.idempotency_key]),
      );
      const { store, encryption } = harness;
      const text = await decrypted<string>(store.db, encryption, 'writes', 'body', row);
      const sha256 = createHash('sha256').update(text).digest('hex');
      expect(new Set(requests.map((request) => request.body_sha256))).toEqual(new Set([sha256]));
      expect((await sandbox.ledger()).identities).toBe(before + 1);
    },
  );
});
