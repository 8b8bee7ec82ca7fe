/** Without any event, the list brings the changes page by page, and the page is notified as usual. */
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Booked, book } from '../support/booked-appointment.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import { openLive } from '../support/live-page.ts';
import { eventually } from '../support/outbox-harness.ts';

let service: FullApiServer;
let booked: Booked;

const lists = () =>
  service.wire.requests.filter(({ url }) => url.startsWith('/v1/appointments?')).map(({ url }) => url);

beforeAll(async () => {
  service = await startFullApiServer({ env: { RECONCILE_SECONDS: '0.3' } });
  booked = await book(service, 'ines');
}, 60_000);
afterAll(() => service.stop());

it('notifies the page of a change without an event [APT-07] [WHK-45]', async () => {
  const page = await openLive(service, 'ines');
  await booked.move('confirmed');
  await eventually(() => page.changes().some(({ ref }) => ref === booked.id));
  await page.leave();
  expect((await booked.read()).status).toBe('confirmed');
});

it('skips appointments of others at the service, and continues [ENV-05]', async () => {
  const foreign = await book(service, 'elsewhere');
  const store = new DatabaseSync(`${service.env.SQLITE_FILE}`);
  store.prepare('delete from appointments where appointment_id = ?').run(foreign.id);
  store.close();
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
  expect(service.logged()).not.toContain('webhook.sweep_failed');
  await page.leave();
  await own.leave();
});

it('asks from the last change seen, minus a margin, and encodes its signs in the query [APT-07] [T02] [GAP-76]', async () => {
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
