/** The server dies by SIGKILL right after sending a write; its successor brings the customer to the end, with one effect and one key. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { freePort } from '../../examples/free-port.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { bareEnv } from '../support/bare-env.ts';
import { answerStep, at, choosePlace } from '../support/booking.ts';
import { Customer } from '../support/customer.ts';
import { developmentKeys } from '../support/keys.ts';
import { Sandbox } from '../support/sandbox.ts';

const origin = 'https://clinic.example';
const writes = [
  ['identity.save', 'identities', /identities$/],
  ['consent_session.create', 'consent_sessions', /consent-sessions$/],
  ['consent_session.finalize', 'consent_grants', /finalize$/],
  ['prescreen.submit', 'prescreens', /submissions$/],
  ['order.place', 'orders', /orders$/],
  ['questionnaire.submit', 'questionnaire_submissions', /scheduling-questionnaire$/],
  ['appointment.schedule', 'schedule_requests', /schedule$/],
] as const;

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

/** The customer's page meets a dead server, waits, and reads the journey again until it is past the write. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (tries === 60) throw error;
      await new Promise((done) => setTimeout(done, 250));
    }
  }
}

describe.each([
  ['SQLite', () => ''],
  ['PostgreSQL', () => inject('postgresUrl')],
])('Killed right after sending, on %s', (name, databaseUrl) => {
  it.each(writes)(
    '%s is sent again with its key by the next process [IDEM-04] [IDEM-05] [IDEM-12]',
    async (kind, effect, path) => {
      const sandbox = new Sandbox(upstream.url);
      const port = await freePort(0, '127.0.0.1');
      const url = `http://127.0.0.1:${port}`;
      const env = {
        PORT: String(port),
        PUBLIC_URL: url,
        UPSTREAM_URL: upstream.url,
        UPSTREAM_API_KEY: (await sandbox.standingKey()).api_key,
        ORIGINS: origin,
        SQLITE_FILE: join(dir, 'dx.sqlite'),
        DATABASE_URL: databaseUrl(),
        UPSTREAM_TIMEOUT_SECONDS: '0.9',
        WRITE_LEASE_SECONDS: '1',
        WRITE_RETRY_BASE_SECONDS: '0.05',
        ...(await developmentKeys()),
      };
      const first = await startServer({ ...env, DIES_AT: 'after_send', DIES_ON: kind });
      const died = once(first, 'exit');
      const replaced = died.then(() => startServer(env));
      const customer = new Customer(url, origin, `killed-${name}-${kind}`);
      const step = async <T>(call: () => Promise<T>) =>
        call().catch(async () => {
          await replaced;
          await customer.signIn();
          return null;
        });
      let view = await choosePlace(customer, 'CALST');
      for (let turns = 0; turns < 15 && view.shows.step !== 'sent'; turns++) {
        const now = view;
        view = (await step(() => answerStep(customer, now))) ?? (await patiently(() => customer.read()));
      }
      expect(await died).toEqual([null, 'SIGKILL']);
      at(view, 'sent');
      const ledger = await sandbox.ledger();
      for (const [, each] of writes) expect([each, ledger[each]]).toEqual([each, 1]);
      const sent = (await sandbox.requests()).filter(
        (request) => request.method === 'POST' && path.test(request.path),
      );
      expect(new Set(sent.map((request) => request.idempotency_key)).size).toBe(1);
      expect(new Set(sent.map((request) => request.body_sha256)).size).toBe(1);
      expect(ledger[effect]).toBe(1);
    },
  );
});
