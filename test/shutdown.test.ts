/** The shutdown of a server: open requests get a response, each write is kept and made once, and the process ends by itself (code 0) before its own limit ends it (code 1). */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../server/core/free-port.ts';
import { bareEnv } from './support/bare-env.ts';
import { choosePlace, pickTimes, profile, untilReview } from './support/booking.ts';
import { Customer } from './support/customer.ts';
import { eventually } from './support/eventually.ts';
import { folderOfTest } from './support/folders.ts';
import { developmentKeys } from './support/keys.ts';
import { type Running, runnableServer } from './support/running-server.ts';
import { pay } from './support/scripted-refusal.ts';
import { origin } from './support/service.ts';
import { storeKinds } from './support/test-stores.ts';

const identities = '/v1/api-first/identities';

async function untilIdentity(customer: Customer): Promise<void> {
  await choosePlace(customer, 'DEXA');
  await customer.answer('times', pickTimes(customer.view as never));
}

/** One connection that is kept. */
function keptConnection({ port }: Running) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return (path: string) =>
    new Promise<{ status: number | undefined; connection: string | undefined; code: unknown }>(
      (done, fail) => {
        const sent = request({ host: '127.0.0.1', port, path, agent }, async (answer) => {
          const { code } = (await json(answer)) as { code?: string };
          done({ status: answer.statusCode, connection: answer.headers.connection, code });
        });
        sent.on('error', fail).end();
      },
    );
}

const refusesConnections = ({ port }: Running) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(false);
    });
    socket.on('error', (error) => done('code' in error && error.code === 'ECONNREFUSED'));
  });

describe('a stop during a read', () => {
  it('answers the read, reports that it is not ready on open connections, refuses new ones, and ends the live streams', async () => {
    const stopping = Promise.withResolvers<void>();
    const { run, wire } = await runnableServer('sqlite', undefined, ({ url }) =>
      url.startsWith('/v1/locations') ? stopping.promise : undefined,
    );
    const server = await run();
    const customer = server.customer('reads');
    await customer.open();
    const ask = keptConnection(server);
    expect(await ask('/health/ready')).toMatchObject({ status: 200, connection: 'keep-alive' });
    const live = await customer.fetch('GET', '/live');
    const events = live.text();
    const searched = customer.send('place', { search: { test_types: ['DEXA'], near: { zip: '10002' } } });
    await eventually(() => wire.requests.some(({ url }) => url.startsWith('/v1/locations')));

    const ended = server.stop();
    await events;
    expect(await ask('/health/ready')).toEqual({ status: 503, connection: 'close', code: 'stopping' });
    expect(await refusesConnections(server)).toBe(true);
    server.child.kill('SIGTERM');
    server.child.kill('SIGINT');
    stopping.resolve();
    const { status, body, headers } = await searched;
    expect([status, body.shows.step, headers.get('connection')]).toEqual([200, 'place', 'close']);
    expect(await ended).toBe(0);
  });
});

it('stops in order at SIGHUP, and the next process reads its files of secrets again', async () => {
  const { run, env } = await runnableServer('sqlite');
  const dir = folderOfTest();
  const file = join(dir, 'token-keys');
  await writeFile(file, `${env.TOKEN_KEYS}\n`);
  const settings = { TOKEN_KEYS: '', TOKEN_KEYS_FILE: file };
  const kidsOf = async ({ url }: Running) => {
    const { keys } = (await (await fetch(`${url}/jwks.json`)).json()) as { keys: { kid: string }[] };
    return keys.map(({ kid }) => kid);
  };
  const server = await run(settings);
  const before = await kidsOf(server);
  const { TOKEN_KEYS = '' } = await developmentKeys();
  await writeFile(file, TOKEN_KEYS.replace(/"kid":"[^"]*"/, '"kid":"next"'));
  expect(await server.stop('SIGHUP')).toBe(0);
  expect(server.logged()).toContain('"event":"server.stopping","signal":"SIGHUP"');
  expect([before, await kidsOf(await run(settings, server.port))]).toEqual([[expect.any(String)], ['next']]);
});

describe.each(storeKinds)('a stop during a write, on %s', (kind) => {
  /** @param held holds each write of the identity on its way */
  async function untilIdentityOf(held?: Promise<void>) {
    const harness = await runnableServer(kind, undefined, ({ method, url }) =>
      method === 'POST' && url === identities ? held : undefined,
    );
    const server = await harness.run();
    const customer = server.customer('writes');
    await untilIdentity(customer);
    const sent = () =>
      harness.wire.requests.filter(({ method, url }) => method === 'POST' && url === identities);
    /** Sends the write. The response comes when it is over, or when the server stops. */
    const send = async () => {
      const answered = customer.send('identity', profile);
      await eventually(() => sent().length === 1);
      return { answered };
    };
    return { ...harness, server, send, sent };
  }

  it('finishes a write that the service answers meanwhile, and the page gets the response', async () => {
    const stopping = Promise.withResolvers<void>();
    const { server, send, sent, sandbox, run } = await untilIdentityOf(stopping.promise);
    const { answered } = await send();
    const ended = server.stop();
    await eventually(() => server.logged().includes('"event":"server.stopping"'));
    stopping.resolve();
    const { status, body } = await answered;
    expect([status, body.shows.step]).toEqual([200, 'consent']);
    expect(await ended).toBe(0);
    expect(server.logged()).toContain('"event":"write.settled","write_id"');
    const next = await run();
    const customer = next.customer('writes');
    await customer.open();
    expect(customer.view?.shows.step).toBe('consent');
    expect(sent()).toHaveLength(1);
    expect(await sandbox.ledger()).toMatchObject({ identities: 1 });
  });

  it('releases a slow write: another process takes it at once, with the same key and bytes and one effect', async () => {
    const { server, send, sent, sandbox, run } = await untilIdentityOf();
    const other = await run();
    await sandbox.fault('POST', identities, { kind: 'delay', ms: 60_000 });
    const { answered } = await send();
    const ended = server.stop();
    // The page learns that the write continues, and asks again.
    const { status, body } = await answered;
    expect([status, body.shows.step]).toEqual([200, 'identity']);
    expect(body.working).not.toBeNull();
    expect(await ended).toBe(0);
    await eventually(() => sent().length >= 2);
    const customer = other.customer('writes');
    await customer.open();
    await eventually(async () => (await customer.read()).shows.step === 'consent');
    const [first, second] = sent();
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(second?.body).toBe(first?.body);
    expect(await sandbox.ledger()).toMatchObject({ identities: 1 });
  });
});

describe('a stop with idle connections', () => {
  it('is not delayed by a body that comes letter by letter, a head without an end, or a connection without a request', async () => {
    const form = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 1000', '', 'a='];
    const beginnings = [
      ['POST /token HTTP/1.1', 'Host: a', ...form],
      ['GET /health/live HTTP/1.1', 'Host: a'],
      [],
    ];
    const { run } = await runnableServer('sqlite');
    const server = await run();
    const sockets: Promise<void>[] = [];
    const cuts = beginnings.map((lines) => {
      const socket = connect(server.port, '127.0.0.1');
      const cut = new Promise((done) => socket.once('close', done));
      socket.on('error', () => {});
      // The server accepts connections in order: it has each before the response to a later request.
      sockets.push(once(socket, 'connect').then(() => {}));
      if (lines.length > 0) socket.write(lines.join('\r\n'));
      const dripping = setInterval(() => socket.writable && lines.includes('') && socket.write('x'), 100);
      onTestFinished(() => clearInterval(dripping));
      return cut;
    });
    await Promise.all(sockets);
    await fetch(`${server.url}/health/live`);
    expect(await server.stop()).toBe(0);
    await Promise.all(cuts);
  });

  it('exits at once when only idle connections are left', async () => {
    const { run } = await runnableServer('sqlite');
    const server = await run();
    await keptConnection(server)('/health/live');
    expect(await server.stop()).toBe(0);
  });
});

describe.skipIf(process.platform !== 'linux')('a server whose log nobody takes', () => {
  const program = fileURLToPath(new URL('./support/tuned-server.ts', import.meta.url));

  /** Starts a server. @param start starts its process with this environment */
  async function running(start: (env: NodeJS.ProcessEnv) => ChildProcess) {
    const { env } = await runnableServer('sqlite');
    const [port, metricsPort] = [await freePort(0, '127.0.0.1'), await freePort(0, '127.0.0.1')];
    const url = `http://127.0.0.1:${port}`;
    const own = { PORT: String(port), PUBLIC_URL: url, METRICS_PORT: String(metricsPort) };
    const child = start({ ...bareEnv, ...env, ...own });
    await eventually(async () => (await fetch(`${url}/health/ready`).catch(() => null))?.ok === true);
    const waitingBytes = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(/^dx_log_waiting_bytes (\d+)$/m.exec(metrics)?.[1]);
    };
    return { url, child, waitingBytes };
  }

  it('goes on while its disk is full, says so in its metrics, and stops', async () => {
    const { url, child, waitingBytes } = await running((env) => {
      const full = openSync('/dev/full', 'w');
      const started = spawn(process.execPath, [program], { env, stdio: ['ignore', full, 'inherit'] });
      closeSync(full);
      onTestFinished(() => void started.kill('SIGKILL'));
      return started;
    });
    await untilIdentity(new Customer(url, origin, 'user-logs'));
    expect(await waitingBytes()).toBeGreaterThan(0);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('goes on while the reader of its pipe has stopped', async () => {
    const { url, waitingBytes } = await running((env) => {
      const command = '"$0" "$1" | sleep 3600';
      const shell = spawn('sh', ['-c', command, process.execPath, program], {
        ...{ env: { ...env, PATH: process.env.PATH }, detached: true },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      // The shell and both programs.
      onTestFinished(() => void process.kill(-Number(shell.pid), 'SIGKILL'));
      return shell;
    });
    await eventually(async () => {
      await fetch(`${url}/health/live`);
      return (await waitingBytes()) > 0;
    });
    await untilIdentity(new Customer(url, origin, 'user-logs'));
  });
});

describe('an error that no hook returns', () => {
  async function booking(subject: string) {
    const module = join(folderOfTest(), 'hooks.mjs');
    await writeFile(
      module,
      `export const hooks = {
        verifySubject: async (token) => ({ subject: token }),
        async payment({ journeyId, subject }) {
          if (subject === 'user-rejects') void Promise.reject(new Error('canary'));
          if (subject === 'user-throws') setImmediate(() => { throw new TypeError('canary'); });
          return { state: 'paid', reference: journeyId };
        },
      };`,
    );
    const { run } = await runnableServer('sqlite');
    const server = await run({ HOOKS_MODULE: module });
    const customer = server.customer(subject);
    await untilReview(customer, 'DEXA');
    return { server, customer };
  }

  it('as a rejected promise is logged without its text, and the server goes on', async () => {
    const { server, customer } = await booking('rejects');
    expect((await customer.answer('review', pay)).shows.step).toBe('questionnaire');
    expect(await server.stop()).toBe(0);
    expect(server.logged()).toMatch(/"event":"process.rejected","error_class":"Error","at":"[^"]*hooks.mjs/);
    expect(server.logged()).not.toContain('canary');
  });

  it('as an exception is logged without its text, and the process stops in order', async () => {
    const { server, customer } = await booking('throws');
    const ended = once(server.child, 'close');
    await customer.answer('review', pay).catch(() => {});
    expect(await ended).toEqual([1, null]);
    expect(server.logged()).toMatch(
      /"event":"process.failed","error_class":"TypeError","at":"[^"]*hooks.mjs/,
    );
    expect(server.logged()).not.toContain('canary');
  });
});

describe('a stop during an upload of 20 MiB', () => {
  const key = { customer_consent_mode: 'api_partner_pdf' };
  const mib20 = 20 * 1024 * 1024;

  /** A document during its upload; `send` sends so many more bytes. */
  async function uploading() {
    const { run, store } = await runnableServer('sqlite', key);
    const server = await run();
    const customer = server.customer('uploads');
    await untilIdentity(customer);
    await customer.answer('identity', profile);
    const path = `/journeys/${customer.view?.journey_id}/document`;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const answered = customer.stream('PUT', path, readable, {
      'content-type': 'application/pdf',
      'content-length': String(mib20),
    });
    const parts = () => {
      const database = new DatabaseSync(store.sqliteFile, { readOnly: true });
      const [row] = database.prepare('select count(*) as n from document_parts').all();
      database.close();
      return Number(row?.n);
    };
    const start = Buffer.alloc(mib20 / 4, 'a');
    start.write('%PDF-1.7\n');
    await writer.write(start);
    await eventually(() => parts() > 0);
    return { server, answered, writer, parts };
  }

  it('accepts the whole document when it arrives in time', async () => {
    const { server, answered, writer } = await uploading();
    const ended = server.stop();
    await eventually(() => server.logged().includes('server.stopping'));
    await writer.write(Buffer.alloc((mib20 * 3) / 4, 'b'));
    await writer.close();
    const response = await answered;
    expect([response.status, await response.json()]).toEqual([
      201,
      expect.objectContaining({ bytes: mib20 }),
    ]);
    expect(await ended).toBe(0);
  });

  it('does not wait for an upload that never ends, and keeps nothing of it', async () => {
    const { server, answered, parts } = await uploading();
    const failed = expect(answered).rejects.toThrow();
    expect(await server.stop()).toBe(0);
    await failed;
    expect(parts()).toBe(0);
  });
});
