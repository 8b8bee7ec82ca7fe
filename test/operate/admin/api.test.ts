/** The admin API: who gets in, and what each operation does. */
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { adminOperations } from '../../../server/contract/admin-api/operations.ts';
import { newOperatorKey } from '../../../server/operate/admin/guards.ts';
import { book } from '../../support/booked-appointment.ts';
import { answerStep, untilReview } from '../../support/booking.ts';
import { eventually } from '../../support/eventually.ts';
import { lintOpenApi } from '../../support/lint-openapi.ts';
import { serverOfFile } from '../../support/server-of-test.ts';
import { askAdmin } from '../ask-admin.ts';

const alice = newOperatorKey('alice', 'admin');
const bob = newOperatorKey('bob', 'admin');
const service = await serverOfFile({
  env: { ADMIN_PORT: '0', ADMIN_KEYS: `${alice.entry},${bob.entry}` },
  tuning: { writes: { retryLimit: 2 } },
});
const store = await service.store();

const send = (route: string, body?: object, key: string | null = alice.key) =>
  askAdmin(service, key, route, body);

/** What the access log has of operators, newest last. */
const accesses = async () =>
  (await store.db.selectFrom('access_log').selectAll().where('role', '=', 'operator').execute())
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ actor, action, record_kind, outcome }) => [actor, action, record_kind, outcome].join(' '));

describe('the way in', () => {
  it('needs the key of an operator, and says whose it is', async () => {
    expect((await send('GET /operator')).body).toMatchObject({ name: 'alice', role: 'admin' });
    expect((await send('GET /operator', undefined, bob.key)).body).toMatchObject({ name: 'bob' });
    for (const key of [null, '', newOperatorKey('alice', 'admin').key, alice.entry, `${alice.key}x`]) {
      const refused = await send('POST /support/lookup', { reference: 'user-1' }, key);
      expect([key, refused.status, refused.body.code]).toEqual([key, 401, 'operator_key_invalid']);
    }
    expect((await send('GET /nowhere', undefined, null)).status).toBe(401);
    expect((await send('GET /nowhere')).status).toBe(404);
  });

  it('is not on the port of customers, and has no routes of theirs', async () => {
    expect((await fetch(`${service.url}/operator`)).status).toBe(404);
    expect((await send('POST /journeys', {})).status).toBe(404);
  });

  it.each(['booking.attacker.example', '127.0.0.1.attacker.example', 'localhost.', '10.0.0.1'])(
    'refuses the name %j',
    async (host) => {
      const { port } = new URL(service.adminUrl());
      const status = await new Promise((resolve, reject) => {
        const headers = { host: `${host}:${port}`, authorization: `Bearer ${alice.key}` };
        request({ port, host: '127.0.0.1', path: '/operator', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
      expect(status).toBe(421);
    },
  );

  it('sends every response uncached, to no other origin and in no frame', async () => {
    for (const route of ['/', '/operator', '/files/operate/admin/page/admin.css']) {
      const { headers } = await fetch(service.adminUrl() + route, {
        headers: { origin: 'https://clinic.example' },
      });
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toMatch(/^no-/);
    }
  });
});

describe('the operations', () => {
  it('look a booking up, retry it, note it, and record each in the access log', async () => {
    const customer = service.customer('ana');
    const review = await untilReview(customer, 'DEXA');
    await service.sandbox.fault('POST', '/v1/orders', { kind: 'drop_after' }, { times: 2 });
    await answerStep(customer, review);
    const before = await accesses();
    const reference = 'user-ana';

    const found = await send('POST /support/lookup', { reference });
    const [parked] = found.body.writes.filter(({ state }: { state: string }) => state === 'parked');
    expect(parked).toMatchObject({ kind: 'order.place', can_release: false });
    const released = await send('POST /support/release', { reference: parked.id }, bob.key);
    expect(released.body).toMatchObject({ done: [], refused: [{ id: parked.id }] });
    const retried = await send('POST /support/retry', { reference });
    expect(retried.body.done).toMatchObject([{ kind: 'write', id: parked.id }]);
    const note = { reference: parked.id, text: 'Called the user.' };
    expect((await send('POST /support/note', note)).status).toBe(201);
    const journeyId = customer.view?.journey_id;
    await eventually(async () => {
      const { body } = await send('POST /support/lookup', { reference, notes: true });
      expect(body.notes).toMatchObject([{ text: note.text, author: 'alice', booking_id: journeyId }]);
      return body.writes.every(({ state }: { state: string }) => state === 'settled');
    });
    expect((await service.sandbox.ledger()).orders).toBe(1);
    expect((await send('POST /support/lookup', { reference: 'nobody' })).body.code).toBe('nothing_found');
    expect((await accesses()).slice(before.length, before.length + 4)).toEqual([
      'operator:alice view customer done',
      'operator:bob release booking refused',
      'operator:alice retry customer done',
      'operator:alice note booking done',
    ]);
    expect((await accesses()).at(-1)).toBe('operator:alice view customer refused');
    expect(service.logged()).not.toContain(note.text);
  });

  it('show, export and erase a customer, once the id is typed again', async () => {
    const booked = await book(service, 'eva');
    const subject = 'user-eva';
    expect((await send('POST /customers/show', { subject })).body).toMatchObject({
      records: { journeys: 1, appointments: 1 },
      under_way: [{ kind: 'appointments', id: booked.id }],
    });
    const { body } = await send('POST /customers/export', { subject });
    expect(body.records.journeys).toHaveLength(1);

    const unconfirmed = await send('POST /customers/erase', { subject, confirm: 'user-ev' });
    expect([unconfirmed.status, unconfirmed.body.fields[0].path]).toEqual([422, 'confirm']);
    expect((await send('POST /customers/erase', { subject, confirm: subject })).body.erased).toBeNull();
    const erased = await send('POST /customers/erase', { subject, confirm: subject, even_under_way: true });
    expect(erased.body).toMatchObject({
      erased: { state: 'checking' },
      appointment_ids: [booked.id],
    });
    expect((await send('POST /customers/export', { subject })).status).toBe(404);
    expect((await accesses()).slice(-5)).toEqual([
      'operator:alice view customer done',
      'operator:alice export customer done',
      'operator:alice erase customer refused',
      'operator:alice erase customer done',
      'operator:alice export customer refused',
    ]);
  });

  it('refuse bodies that are not as described', async () => {
    for (const body of [{}, { reference: '' }, { reference: 7 }, { reference: 'x'.repeat(201) }])
      expect((await send('POST /support/retry', body)).status).toBe(422);
    const long = { reference: 'user-ana', text: 'x'.repeat(2001) };
    expect((await send('POST /support/note', long)).status).toBe(422);
  });

  it('have a document that names each of them and is clean before the linter', async () => {
    const { body } = await send('GET /openapi.json', undefined, null);
    const listed = Object.entries<object>(body.paths).flatMap(([route, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${route}`),
    );
    expect(listed.toSorted()).toEqual(Object.keys(adminOperations).toSorted());
    for (const route of listed)
      expect((await send(route, route.startsWith('POST') ? {} : undefined)).status, route).not.toBe(404);
    expect(await lintOpenApi(body)).toEqual([]);
  });

  it('stop after ten wrong keys of one address, and never for a right one', async () => {
    const wrong = () => send('GET /operator', undefined, newOperatorKey('mallory', 'admin').key);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) statuses.push((await wrong()).status);
    expect(statuses.at(-1)).toBe(429);
    expect(Number((await wrong()).headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send('GET /operator')).status).toBe(200);
  });
});
