/** The client books and changes an appointment in Node, against the real server and sandbox. */
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { webhooksRegister } from '../../server/operate/cli/webhooks.ts';
import { type BookingError, createBookingClient } from '../../widget/client/booking-client.ts';
import { platform } from '../../widget/session/platform.ts';
import { at } from '../support/booking.ts';
import { bookWith } from '../support/client-booking.ts';
import { type FullApiServer, origin, startFullApiServer } from '../support/full-api-server.ts';

const backendSecret = 'a-secret-of-the-backend-0123456789abcdef';
let server: FullApiServer;
let clients: { close(): void }[] = [];
/** How long clients waited before they repeated requests, in milliseconds each. No time passes. */
let waits: number[] = [];
const { pause } = platform;
beforeAll(async () => {
  platform.pause = async (ms) => void waits.push(ms);
  server = await startFullApiServer({
    env: { BACKEND_SECRETS: backendSecret },
    hooks: { verifySubject },
  });
  await webhooksRegister(server.env, {}, () => {});
});
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});
afterAll(async () => {
  platform.pause = pause;
  await server.stop();
});

/** Tokens such as `user-7/2` are of the user `user-7`. */
async function verifySubject(token: string) {
  return token.startsWith('user-') ? { subject: token.split('/')[0] ?? token } : null;
}

function open(token: string, more: Partial<Parameters<typeof createBookingClient>[0]> = {}) {
  const client = createBookingClient({
    server: `${server.url}/`,
    origin,
    getSubjectToken: async () => token,
    subjectTokenType: 'urn:ietf:params:oauth:token-type:access_token',
    ...more,
  });
  clients.push(client);
  return client;
}

it('says which fields of an opening the server does not accept, as of an answer', async () => {
  const { journey } = open('user-3');
  await expect(journey.load({ near: { zip: '1000' } })).rejects.toMatchObject({
    ...{ code: 'refused', problem: 'invalid_fields', retriable: false },
    fields: [{ path: 'near.zip', message: 'A ZIP code has five digits.' }],
  });
  expect(at(await journey.load(), 'place').results).toBeNull();
});

it.each(['https://clinic.example:8443', undefined])(
  'names ORIGINS if the app says the origin %s',
  async (unlisted) => {
    await expect(open('user-2', { origin: unlisted }).journey.load()).rejects.toMatchObject({
      ...{ code: 'origin_not_listed', reference: expect.any(String) },
    });
  },
);

it('books DEXA to the request, hears of its confirmation by the live stream, and cancels it', async () => {
  // Without the stream, the list is read every 20 seconds.
  const { setTimeout } = globalThis;
  const noReread = (call: () => void, ms?: number, ...given: []) =>
    setTimeout(ms === 20_000 ? () => {} : call, ms, ...given);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(noReread as typeof setTimeout);
  onTestFinished(() => void vi.restoreAllMocks());
  const client = open('user-1');
  const changes = new Set<string>();
  client.on('change', (what) => changes.add(what));
  const { appointment_id: id } = at(await bookWith(client), 'sent');
  expect(await client.appointments.list()).toMatchObject([{ appointment_id: id, test_type: 'DEXA' }]);
  const confirmed = new Promise<void>((done) => {
    client.on('change', () => client.appointments.view?.[0]?.status === 'confirmed' && done());
  });
  await server.sandbox.transition(id, { to: 'confirmed' });
  await confirmed;
  const { consents } = await client.appointments.consents(id);
  expect(consents).toMatchObject([{ test_type: 'DEXA', typed_name: expect.any(String) }]);
  const { change } = await client.appointments.cancel(id, { reason: 'a trip' });
  expect(change).toMatchObject({ kind: 'cancel' });
  expect(changes).toEqual(new Set(['journey', 'appointments']));
});

it('stores no booking before the first answer', async () => {
  const store = await server.store();
  const stored = async () => (await store.db.selectFrom('journeys').selectAll().execute()).length;
  const before = await stored();
  const { journey } = open('user-look');
  const search = { test_types: ['DEXA' as const], near: { zip: '10002' } };
  const look = await journey.load(search);
  const again = await journey.load({ ...search, radius_miles: 50 });
  expect([look.is_stored, again.is_stored, await stored()]).toEqual([false, false, before]);
  expect(await journey.answer('place', { search })).toMatchObject({
    is_stored: true,
    journey_id: again.journey_id,
  });
  expect(await stored()).toBe(before + 1);
});

it('rejects with the code, the reference and the fields of the server', async () => {
  const { journey, appointments } = open('user-3');
  await expect(journey.answer('product', { accept: true })).rejects.toThrow('Call load() first.');
  await journey.load();
  await expect(journey.answer('product', { accept: true })).rejects.toThrow('at the step place');
  const wrong = journey.answer('place', { search: { test_types: ['DEXA'], near: { zip: '1' } } });
  const error: BookingError = await wrong.catch((reason) => reason);
  expect(error).toMatchObject({
    name: 'BookingError',
    code: 'refused',
    problem: 'invalid_fields',
    retriable: false,
    fields: [{ path: expect.stringMatching(/^search/), message: expect.any(String) }],
    reference: expect.stringMatching(/^[\w-]{20,}$/),
  });
  expect(server.logged()).toContain(error.reference);
  await expect(appointments.cancel('5d4fa4ab-4d31-4d7c-9a4c-3ad54bf7b9ce')).rejects.toMatchObject({
    problem: 'appointment_not_found',
  });
});

it('says whether the same call may succeed later', async () => {
  const away = open('user-4', { fetch: () => Promise.reject(new TypeError('fetch failed')) });
  await expect(away.journey.load()).rejects.toMatchObject({ code: 'offline', retriable: true });
  const stranger = open('nobody');
  await expect(stranger.journey.load()).rejects.toMatchObject({ code: 'sign_in_ended', retriable: false });
});

it('repeats a request that a restart interrupts, and the booking has each answer once', async () => {
  waits = [];
  let interruptions: ('502' | 'cut after it arrived' | '503')[] = [];
  const { journey } = open('user-10', {
    async fetch(url, init) {
      const next = interruptions.shift();
      if (next === '502') return new Response('<html>', { status: 502 });
      if (next === '503') return new Response('', { status: 503, headers: { 'retry-after': '2' } });
      const response = await fetch(url, init);
      if (next === undefined) return response;
      throw new TypeError('terminated');
    },
  });
  const { revision } = await journey.load({ test_types: ['DEXA'] });
  interruptions = ['502', '503', 'cut after it arrived'];
  const view = await journey.answer('place', { search: { test_types: ['DEXA'], near: { zip: '10002' } } });
  expect(waits).toEqual([500, 2_000, 4_500]);
  expect(at(view, 'place').results?.within_radius.length).toBeGreaterThan(0);
  expect(view.revision).toBe(revision + 1);
});

it('goes on after a failure, and takes up an answer that another client gave', async () => {
  let isAway = true;
  const { journey } = open('user-5', {
    fetch: (url, init) => (isAway ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init)),
  });
  await expect(journey.load()).rejects.toMatchObject({ code: 'offline' });
  isAway = false;
  const view = await journey.load({ test_types: ['DEXA'] });
  const elsewhere = open('user-5');
  await elsewhere.journey.load();
  const search = { search: { test_types: ['DEXA' as const], near: { zip: '10002' } } };
  await elsewhere.journey.answer('place', search);
  await expect(journey.answer('place', search)).rejects.toMatchObject({ problem: 'journey_moved' });
  expect(journey.view?.revision).toBeGreaterThan(view.revision);
});

it('sends nothing more after its end, or as another user', async () => {
  let token = 'user-6/1';
  const errors: string[] = [];
  const client = open('', { getSubjectToken: async () => token });
  client.on('error', ({ code }) => errors.push(code));
  await client.journey.load();
  await fetch(`${server.url}/revoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${backendSecret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ subject: 'user-6' }),
  });
  token = 'user-7/1';
  await expect(client.journey.startOver()).rejects.toMatchObject({ code: 'sign_in_ended' });
  expect(errors).toEqual(['sign_in_ended']);
  const closed = open('user-8');
  await closed.journey.load();
  const waiting = closed.journey.untilReady();
  await waiting;
  closed.close();
  await expect(closed.appointments.list()).rejects.toMatchObject({ code: 'closed' });
  await expect(closed.journey.untilReady()).rejects.toMatchObject({ code: 'closed' });
});

it('uses the `fetch` and the `crypto` that it is given', async () => {
  let requests = 0;
  let proofs = 0;
  const { journey } = open('user-9', {
    fetch(url, init) {
      requests += 1;
      return fetch(url, init);
    },
    crypto: {
      subtle: crypto.subtle,
      randomUUID() {
        proofs += 1;
        return crypto.randomUUID();
      },
    },
  });
  await journey.load();
  expect([requests, proofs].every((count) => count >= 2)).toBe(true);
  const insecure = open('user-9', { crypto: { randomUUID: () => crypto.randomUUID() } as Crypto });
  await expect(insecure.journey.load()).rejects.toMatchObject({ code: 'insecure_page' });
});
