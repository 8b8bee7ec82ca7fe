/** The server dies by SIGKILL around the handoff's write; its successor brings the customer to the page, with one effect and one key. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createServiceClient } from '../../examples/co-branded/service-client.ts';
import { freePort } from '../../examples/free-port.ts';
import type { HandoffView } from '../../server/contract/handoff-api.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { bareEnv } from '../support/bare-env.ts';
import { Customer } from '../support/customer.ts';
import { asked, origin, placeFor, profile } from '../support/handoff-service.ts';
import { developmentKeys } from '../support/keys.ts';
import { Sandbox } from '../support/sandbox.ts';
import { prescreen, purchased } from './purchase.ts';

let dir: string;
let upstream: Awaited<ReturnType<typeof startSandbox>>;
let children: ChildProcess[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'dx-killed-'));
  upstream = await startSandbox({ port: 0 });
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  await upstream.close();
  await rm(dir, { recursive: true, force: true });
});

async function startServer(env: Record<string, string>): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '../support/crash-server-process.ts');
  const child = spawn(process.execPath, [script], {
    env: { ...bareEnv, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  if (!child.stdout) throw new Error('the server has no output');
  await once(child.stdout, 'data');
  return child;
}

async function settings(apiKey: string, databaseUrl: string) {
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    PUBLIC_URL: url,
    UPSTREAM_URL: upstream.url,
    HANDOFF_API_KEY: apiKey,
    HANDOFF_ORIGIN: upstream.url,
    ORIGINS: origin,
    SQLITE_FILE: join(dir, 'dx.sqlite'),
    DATABASE_URL: databaseUrl,
    UPSTREAM_TIMEOUT_SECONDS: '0.9',
    WRITE_LEASE_SECONDS: '1',
    WRITE_RETRY_BASE_SECONDS: '0.05',
    ...(await developmentKeys()),
  };
  return { url, env };
}

it.each([
  ['after_commit', 'SQLite', () => ''],
  ['after_send', 'SQLite', () => ''],
  ['after_answer', 'SQLite', () => ''],
  ['after_send', 'PostgreSQL', () => inject('postgresUrl')],
])(
  'Killed %s, on %s: the next process sends it again with its key [HND-05] [IDEM-04] [IDEM-05] [IDEM-12]',
  async (point, store, databaseUrl) => {
    const sandbox = new Sandbox(upstream.url);
    const { api_key: apiKey } = await sandbox.makeKey({
      flow: 'co_branded',
      customer_consent_mode: 'service_consent_api',
      physician_order_mode: 'service_service',
    });
    const { url, env } = await settings(apiKey, databaseUrl());
    const calls = createServiceClient({ serviceUrl: upstream.url, apiKey });
    const ordered = await placeFor(calls, 'DEXA', () => {});
    const first = await startServer({ ...env, DIES_AT: point, DIES_ON: 'handoff.create' });
    const died = once(first, 'exit');
    const customer = new Customer(url, origin, `killed-${point}-${store}`);
    await expect(customer.call('POST', '/handoffs', asked(ordered))).rejects.toThrow();
    expect(await died).toEqual([null, 'SIGKILL']);

    await startServer(env);
    await customer.signIn();
    let { body } = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    for (let polls = 0; body.state === 'preparing' && polls < 40; polls++) {
      await new Promise((done) => setTimeout(done, 100));
      body = (await customer.call<HandoffView>('GET', `/handoffs/${body.handoff_id}`)).body;
    }
    expect([body.state, (await fetch(body.url ?? '')).status]).toEqual(['open', 200]);
    expect((await sandbox.ledger()).handoffs).toBe(1);
    const sent = (await sandbox.requests()).filter((request) => request.path.endsWith('/schedule-handoff'));
    expect(sent.length).toBeGreaterThan(0);
    expect(new Set(sent.map((request) => request.idempotency_key)).size).toBe(1);
    expect(new Set(sent.map((request) => request.body_sha256)).size).toBe(1);
  },
  60_000,
);

it.each([
  ['identity.save', 'after_commit'],
  ['identity.save', 'after_answer'],
  ['prescreen.submit', 'before_commit'],
  ['prescreen.submit', 'after_send'],
  ['order.place', 'after_commit'],
  ['order.place', 'after_send'],
  ['order.place', 'after_settle'],
])(
  'Killed in the middle of an order, at its %s, %s: the next process ends it, each write once [HND-05] [IDEM-04] [IDEM-05] [IDEM-12]',
  async (kind, point) => {
    const sandbox = new Sandbox(upstream.url);
    const { api_key: apiKey } = await sandbox.makeKey({
      flow: 'co_branded',
      customer_consent_mode: 'service_consent_api',
      physician_order_mode: 'service_service',
    });
    const { url, env } = await settings(apiKey, '');
    const subject = `killed-${kind}-${point}`;
    const calls = createServiceClient({ serviceUrl: upstream.url, apiKey });
    const { purchase, times } = await purchased(calls, subject, 'CALST');
    const ordering = { ...env, PURCHASE: JSON.stringify({ ...purchase, prescreen }) };
    const seen = (await sandbox.requests()).length;
    const first = await startServer({ ...ordering, DIES_AT: point, DIES_ON: kind });
    const died = once(first, 'exit');
    const customer = new Customer(url, origin, subject);
    const body = { times, customer: profile };
    await expect(customer.call('POST', '/handoffs', body)).rejects.toThrow();
    expect(await died).toEqual([null, 'SIGKILL']);

    await startServer(ordering);
    await customer.signIn();
    let reply = await customer.call<HandoffView>('POST', '/handoffs', body);
    for (let polls = 0; reply.body.state !== 'open' && polls < 60; polls++) {
      await new Promise((done) => setTimeout(done, 100));
      reply = await customer.call<HandoffView>('POST', '/handoffs', body);
    }
    expect(reply.body.state).toBe('open');
    expect(await sandbox.ledger()).toMatchObject({ prescreens: 1, orders: 1, handoffs: 1 });
    const sent = (await sandbox.requests()).slice(seen).filter(({ method }) => method === 'POST');
    for (const path of new Set(sent.map((request) => request.path))) {
      const same = sent.filter((request) => request.path === path);
      expect(new Set(same.map((request) => request.idempotency_key)).size).toBe(1);
      expect(new Set(same.map((request) => request.body_sha256)).size).toBe(1);
    }
  },
  60_000,
);
