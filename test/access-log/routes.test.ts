/** Each request that returns or changes health data leaves one record, and no other request does. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Operation } from '../../server/contract/server-api/operation.ts';
import { operations } from '../../server/contract/server-api/operations.ts';
import type { AccessLogRow } from '../../server/store/access-log-tables.ts';
import { openStore } from '../../server/store/store.ts';
import { startCoBrandedServer } from '../support/co-branded-server.ts';
import { secret } from '../support/webhook-harness.ts';
import { canaries, type Touched, touchEveryRoute } from './every-route.ts';

interface LoggedRequest {
  request_id: string;
  operation: string;
  status: number;
}

let folder: string;
let rows: AccessLogRow[];
let requests: LoggedRequest[];
let touched: Touched;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dx-access-'));
  const sqliteFile = join(folder, 'dx.sqlite');
  const server = await startCoBrandedServer({
    flows: ['full_api', 'co_branded'],
    env: { SQLITE_FILE: sqliteFile, WEBHOOK_SECRETS: secret },
    hooks: {
      mayOrder: async () => true,
      verifySubject: async (token) =>
        token.startsWith('staff-') ? { subject: token, role: 'physician' } : { subject: token },
    },
  });
  touched = await touchEveryRoute(server);
  // A server that stops stores what it has recorded.
  await server.stop();
  requests = server
    .logged()
    .split('\n')
    .filter((line) => line.includes('"event":"request"'))
    .map((line) => JSON.parse(line) as { method: string; route: string; request_id: string; status: number })
    .map(({ method, route, ...rest }) => ({
      ...rest,
      operation: `${method} ${route.replaceAll(/:(\w+)/g, '{$1}')}`,
    }));
  const store = await openStore({ sqliteFile });
  rows = await store.db.selectFrom('access_log').selectAll().orderBy('seq').execute();
  await store.close();
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const all: [name: string, operation: Operation][] = Object.entries(operations);
const recordsOf = (id: string) => rows.filter(({ request_id }) => request_id === id);
/** Nobody is signed in, or no signature is valid. */
const isOfStranger = ({ status }: LoggedRequest) => status === 401;
const pathOf = (name: string) => requests.filter(({ operation }) => operation === name);

it.each(all)('%s was requested, and leaves the records that it declares', (name, { access }) => {
  const known = pathOf(name).filter((request) => !isOfStranger(request));
  if ('record' in access) expect(known.length).toBeGreaterThan(0);
  else expect(pathOf(name).length, access.none).toBeGreaterThan(0);
  for (const { request_id, status } of known) {
    const found = recordsOf(request_id).map((row) => [row.record_kind, row.action, row.status]);
    expect(found).toEqual('record' in access ? [[access.record, access.action, status]] : []);
  }
});

it('each operation with health data was done, or refused by its own state', () => {
  const kinds = new Set(
    rows.filter(({ outcome }) => outcome === 'done').map(({ record_kind }) => record_kind),
  );
  expect([...kinds].toSorted()).toEqual([
    ...['appointment', 'appointments', 'booking', 'document', 'handoff', 'order'],
    ...['results', 'service_event'],
  ]);
});

it('a stranger leaves no record', () => {
  const strangers = requests.filter(isOfStranger);
  expect(strangers.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['GET /appointments', 'POST /webhooks']),
  );
  expect(strangers.flatMap(({ request_id }) => recordsOf(request_id))).toEqual([]);
  expect(rows.every(({ request_id }) => request_id !== null)).toBe(true);
});

it('names who, whose and which record', () => {
  const of = (name: string) => pathOf(name).flatMap(({ request_id }) => recordsOf(request_id));
  const [booked] = of('POST /journeys');
  expect(booked).toMatchObject({ role: 'customer', record_id: touched.journeyId });
  expect(booked?.actor).toBe(booked?.subject);
  const [ordered] = of('GET /physician/appointments/{id}');
  expect(ordered).toMatchObject({ role: 'physician', record_id: touched.appointmentId });
  expect(ordered?.actor).not.toBe(booked?.actor);
  expect(ordered?.subject).toBe(booked?.actor);
  const [foreign, text] = of('GET /appointments/{id}').filter(({ status }) => status === 404);
  expect(foreign).toMatchObject({ subject: null, outcome: 'refused', record_id: touched.appointmentId });
  expect(text).toMatchObject({ subject: null, record_id: null });
  expect(of('POST /handoffs')[0]).toMatchObject({ role: 'customer', record_id: touched.handoffId });
  expect(of('POST /webhooks').find(({ record_id }) => record_id === touched.eventId)).toMatchObject({
    actor: 'service',
    role: 'service',
    subject: null,
  });
});

it('has no health data, no text of a person and no id of the partner', () => {
  const text = JSON.stringify(rows);
  expect(canaries.filter((canary) => text.includes(canary))).toEqual([]);
});
