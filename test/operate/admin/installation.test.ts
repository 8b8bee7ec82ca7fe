/** What an operator sees without a reference: the work of all users that waits, the queues, and the running servers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ActionResult,
  InstallationView,
  WaitingWork,
} from '../../../server/contract/admin-api/views.ts';
import { readWaitingWork } from '../../../server/core/jobs/waiting-work.ts';
import { noLease } from '../../../server/core/store/lease-columns.ts';
import type { Store } from '../../../server/core/store/store.ts';
import { version } from '../../../server/core/version.ts';
import { newOperatorKey } from '../../../server/operate/admin/guards.ts';
import { supportList } from '../../../server/operate/cli/support.ts';
import { choosePlace, pickTimes, profile } from '../../support/booking.ts';
import { type FullApiServer, startFullApiServer } from '../../support/full-api-server.ts';
import { refusal } from '../../support/scripted-refusal.ts';
import { newMigratedDatabase, storeKinds } from '../../support/test-stores.ts';
import { askAdmin } from '../ask-admin.ts';

const { key, entry } = newOperatorKey('alice', 'admin');
const minuteMs = 60_000;

describe.each(storeKinds)('on %s', (kind) => {
  let service: FullApiServer;
  let store: Store;
  beforeAll(async () => {
    service = await startFullApiServer({
      databaseUrl: kind === 'postgres' ? await newMigratedDatabase() : undefined,
      env: { ADMIN_PORT: '0', ADMIN_KEYS: entry },
    });
    store = await service.store();
  });
  afterAll(() => service.stop());

  async function ask<T>(route: string, body?: object): Promise<T> {
    const reply = await askAdmin(service, key, route, body);
    expect(reply.status).toBe(200);
    return reply.body as T;
  }
  const installation = () => ask<InstallationView>('GET /installation');

  const addEvent = (id: string, state: 'due' | 'parked', created_at: number) =>
    store.db
      .insertInto('events')
      .values({
        ...{ id: `${id}:hook`, event_id: id, receiver: 'hook', booking_id: 'a-booking', sequence: 1 },
        ...{ customer_id: 'user-x', body: '', state, ...noLease, due_at: created_at + 9 * minuteMs },
        ...{ fence: 0, created_at, updated_at: created_at },
      })
      .execute();

  it('lists what waits by kind, state and reason, the oldest first, and retries what is parked', async () => {
    const names = ['ana', 'eva'];
    for (const name of names) {
      const customer = service.customer(name);
      await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
      await service.sandbox.fault('POST', '/v1/api-first/identities', refusal(401, null));
      await customer.answer('identity', profile);
    }
    const nowMs = Date.now();
    await addEvent('evt_late', 'due', nowMs - 30 * minuteMs);
    await addEvent('evt_stopped', 'parked', nowMs - 20 * minuteMs);
    await addEvent('evt_new', 'due', nowMs);

    const listed = await ask<WaitingWork>('POST /support/list');
    expect(listed.groups).toEqual([
      { kind: 'event', write: null, state: 'due', reason: null, count: 1, oldest_at: expect.any(String) },
      { kind: 'event', write: null, state: 'parked', reason: null, count: 1, oldest_at: expect.any(String) },
      {
        ...{ kind: 'write', write: 'identity.save', state: 'parked', reason: 'http_401', count: 2 },
        oldest_at: listed.items[2]?.created_at,
      },
    ]);
    expect(listed.items.map(({ id }) => id).slice(0, 2)).toEqual(['evt_late', 'evt_stopped']);
    expect(listed.items[0]).toMatchObject({
      owner_id: 'a-booking',
      tries: 0,
      next_try_at: expect.any(String),
    });
    // Only another key, or an operator, sends them again.
    expect(listed.items[2]).toMatchObject({ tries: 1, next_try_at: null });
    const later = await readWaitingWork(store.db, {}, nowMs + 2 * minuteMs);
    expect(later.items.map(({ id }) => id)).toContain('evt_new');
    // The row opens its booking.
    const reference = listed.items[3]?.owner_id;
    const found = await ask<{ subject: string }>('POST /support/lookup', { reference });
    expect(names.map((name) => `user-${name}`)).toContain(found.subject);
    // The command has the same source.
    const lines: string[] = [];
    await supportList(service.env, { json: true }, (line) => void lines.push(line));
    expect(JSON.parse(lines.join(''))).toEqual(listed);

    const since = new Date(nowMs - 25 * minuteMs).toISOString();
    const recent = await ask<WaitingWork>('POST /support/list', { since });
    expect(recent.items.map(({ id }) => id)).not.toContain('evt_late');
    const ofReason = await ask<WaitingWork>('POST /support/list', { reason: 'http_401' });
    expect(ofReason.items.map((item) => item.kind)).toEqual(['write', 'write']);
    const { queues } = await installation();
    expect(queues.writes).toMatchObject([{ flow: 'full_api', state: 'parked', count: 2 }]);
    expect(queues.events.toSorted((a, b) => a.state.localeCompare(b.state))).toEqual([
      { state: 'due', count: 2 },
      { state: 'parked', count: 1 },
    ]);

    const none = await ask<ActionResult>('POST /support/retry-parked', { reason: 'other' });
    expect(none).toEqual({ done: [], refused: [] });
    const { done } = await ask<ActionResult>('POST /support/retry-parked');
    expect(done.map((item) => [item.kind, item.write])).toEqual([
      ['write', 'identity.save'],
      ['write', 'identity.save'],
      ['event', null],
    ]);
    await expect
      .poll(async () => (await ask<WaitingWork>('POST /support/list')).items.map((item) => item.kind))
      .toEqual(['event', 'event']);
  });

  it('shows the running servers, and those that are gone', async () => {
    const other = await service.another();
    await other.idle();
    const both = await installation();
    expect(both.servers).toHaveLength(2);
    for (const server of both.servers)
      expect(server).toMatchObject({
        version: version(),
        name: expect.stringContaining(`:${process.pid}`),
        is_gone: false,
      });
    await other.stop();
    expect((await installation()).servers).toHaveLength(1);

    const longAgo = Date.now() - 3 * minuteMs;
    const gone = { id: 'gone', name: 'left:7', version: '0.0.9', responded_at: longAgo, failed_at: null };
    await store.db
      .insertInto('servers')
      .values({ ...gone, started_at: longAgo, seen_at: longAgo })
      .execute();
    expect((await installation()).servers.find(({ id }) => id === 'gone')).toMatchObject({
      version: '0.0.9',
      is_gone: true,
    });
  });
});
