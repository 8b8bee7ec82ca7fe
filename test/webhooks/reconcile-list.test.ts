/** The position of the reconciliation: shared by processes, advanced only by a complete run, with a margin. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { UpstreamError } from '../../server/errors.ts';
import { newEncryption } from '../support/encryption-keys.ts';
import { eventually } from '../support/outbox-harness.ts';
import { newStoreSettings, newTestStore, openTestStore, storeKinds } from '../support/test-stores.ts';
import { webhookHarness } from '../support/webhook-harness.ts';

const latest = Date.parse('2026-11-20T10:00:00.000Z');

describe.each(storeKinds)('on %s', (kind) => {
  it('asks for changes since the last run, and a little before [APT-07] [WHK-45]', async () => {
    const asked: string[] = [];
    const listChanged = async (updatedAfter: string) => {
      asked.push(updatedAfter);
      return asked.length === 1 ? latest : null;
    };
    const settings = await newStoreSettings(kind);
    const first = await webhookHarness(await openTestStore(settings), { listChanged, reconcileMs: 40 });
    first.webhooks.start();
    await eventually(() => asked.length >= 2);
    await first.webhooks.stop();
    const before = asked.length;
    const second = await webhookHarness(await openTestStore(settings), { listChanged, reconcileMs: 40 });
    second.webhooks.start();
    await eventually(() => asked.length > before);
    // A new database looks a day back, because a clock may be wrong.
    expect(Date.now() - Date.parse(asked[0] ?? '')).toBeGreaterThan(23 * 60 * 60_000);
    for (const since of asked.slice(1)) expect(since).toBe('2026-11-20T09:55:00.000Z');
  });

  it('keeps its position when a run breaks off', async () => {
    const asked: string[] = [];
    const harness = await webhookHarness(await newTestStore(kind), {
      reconcileMs: 40,
      listChanged: async (updatedAfter) => {
        asked.push(updatedAfter);
        if (asked.length === 2) throw new UpstreamError({ status: 503 });
        return latest + asked.length * 60_000;
      },
    });
    harness.webhooks.start();
    await eventually(() => asked.length >= 3);
    expect(asked[2]).toBe(asked[1]);
    expect(harness.logged()).toContain('webhook.sweep_failed');
  });

  it('runs in one of several processes at a time', async () => {
    const settings = await newStoreSettings(kind);
    const encryption = newEncryption();
    let runs = 0;
    const listChanged = async () => {
      runs += 1;
      await sleep(30);
      return null;
    };
    const processes = await Promise.all(
      [1, 2, 3].map(async () =>
        webhookHarness(await openTestStore(settings), { encryption, listChanged, reconcileMs: 1_000 }),
      ),
    );
    for (const { webhooks } of processes) webhooks.start();
    await sleep(1_700);
    expect(runs).toBe(1);
  });
});
