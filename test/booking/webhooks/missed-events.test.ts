/** Without any event, the list brings the changes page by page, and the page is notified as usual. */
import { beforeAll, describe, expect, it } from 'vitest';
import { UpstreamError } from '../../../server/core/errors.ts';
import { type Booked, book } from '../../support/booked-appointment.ts';
import { eventually } from '../../support/eventually.ts';
import { newEncryption } from '../../support/keys.ts';
import { openLive } from '../../support/live-page.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { serverOfFile } from '../../support/server-of-test.ts';
import { newStoreSettings, newTestStore, openTestStore, storeKinds } from '../../support/test-stores.ts';
import { webhookHarness } from '../../support/webhook-harness.ts';

let booked: Booked;

const lists = () =>
  service.wire.requests.filter(({ url }) => url.startsWith('/v1/appointments?')).map(({ url }) => url);

const service = await serverOfFile({ tuning: { reconcileMs: 300 } });
beforeAll(async () => {
  booked = await book(service, 'ines');
});

it('notifies the page of a change without an event [APT-07] [WHK-45]', async () => {
  // The first read of an appointment is a change too. The page must hear of the next one.
  await booked.read();
  const page = await openLive(service, 'ines');
  await booked.move('confirmed');
  await eventually(() => page.changes().some(({ ref }) => ref === booked.id));
  await page.leave();
  expect((await booked.read()).status).toBe('confirmed');
});

it('skips appointments of others at the service, and continues [ENV-05]', async () => {
  const foreign = await book(service, 'elsewhere');
  const { db } = await service.store();
  await db.deleteFrom('appointments').where('appointment_id', '=', foreign.id).execute();
  const page = await openLive(service, 'elsewhere');
  await foreign.move('confirmed');
  const before = lists().length;
  await eventually(() => lists().length > before + 2);
  const ours = await book(service, 'after-elsewhere');
  const own = await openLive(service, 'after-elsewhere');
  await ours.move('confirmed');
  await eventually(() => own.changes().some(({ ref }) => ref === ours.id));
  expect(page.changes()).toEqual([]);
  expect(await foreign.list()).toEqual([]);
  expect(service.logged()).not.toContain('webhook.reconcile_failed');
  await page.leave();
  await own.leave();
});

it('asks from the last change seen, minus a margin, and encodes its signs in the query [APT-07] [GAP-76]', async () => {
  await eventually(() => lists().length > 3);
  for (const url of lists())
    expect(url).toMatch(/^\/v1\/appointments\?updated_after=[\d-]+T\d\d%3A\d\d%3A\d\d\.\d{3}Z(&cursor=|$)/);
  const asked = lists().map((url) =>
    Date.parse(new URL(url, service.url).searchParams.get('updated_after') ?? ''),
  );
  expect(asked.at(-1)).toBeGreaterThan(asked[0] ?? Number.NaN);
});

it('follows the cursor to the end of the same query [APT-06]', async () => {
  const page = {
    code: 200,
    data: { items: [], page_info: { has_more: true, limit: 50, next_cursor: 'p+2/=' } },
    error: null,
  };
  await service.sandbox.fault('GET', '/v1/appointments', { kind: 'status', status: 200, body: page });
  await eventually(() => lists().some((url) => url.includes('cursor=')));
  const at = lists().findIndex((url) => url.includes('cursor='));
  expect(lists()[at]).toBe(`${lists()[at - 1]}&cursor=p%2B2%2F%3D`);
});

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
    expect(harness.logged()).toContain('webhook.reconcile_failed');
  });

  it('runs in one of several processes at a time', async () => {
    const settings = await newStoreSettings(kind);
    const encryption = newEncryption();
    const reconcileMs = 1_000;
    const clock = manualClock(Date.now());
    const { promise: haveLooked, resolve: release } = Promise.withResolvers<void>();
    const runs: number[] = [];
    const processes = await Promise.all(
      [1, 2, 3].map(async (process) => {
        const listChanged = async () => {
          runs.push(process);
          await haveLooked;
          return null;
        };
        return webhookHarness(await openTestStore(settings), { encryption, clock, listChanged, reconcileMs });
      }),
    );
    for (const { webhooks } of processes) webhooks.start();
    clock.advance(reconcileMs);
    await eventually(() => runs.length > 0);
    await Promise.all(processes.map(({ webhooks }, at) => at + 1 === runs[0] || webhooks.idle()));
    release();
    await Promise.all(processes.map(({ webhooks }) => webhooks.idle()));
    expect(runs).toHaveLength(1);
    clock.advance(reconcileMs);
    await Promise.all(processes.map(({ webhooks }) => webhooks.idle()));
    expect(runs).toHaveLength(2);
  });
});
