/** The server inside another server of the partner, under a path: a booking to the review, a live stream and a webhook. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type BookingServer, createBookingServer } from '../server/booking-server.ts';
import { problem } from '../server/contract/problem.ts';
import { eventHeaders } from '../server/contract/upstream-webhooks.ts';
import { freePort } from '../server/core/free-port.ts';
import { startSandbox } from '../server/sandbox/sandbox.ts';
import { untilReview } from './support/booking.ts';
import { Customer } from './support/customer.ts';
import { folderOfTest } from './support/folders.ts';
import { developmentKeys } from './support/keys.ts';
import { Sandbox } from './support/sandbox.ts';
import { newEvent, secret, signatureOf } from './support/webhook-harness.ts';

/** Without its types: they require NODE_ENV in every environment of this project. */
const next = createRequire(import.meta.url)('next') as (options: object) => {
  prepare(): Promise<void>;
  close(): Promise<void>;
  getRequestHandler(): (...handled: Parameters<RequestListener>) => Promise<void>;
};

const origin = 'https://clinic.example';
let upstream: Awaited<ReturnType<typeof startSandbox>>;
let apiKey: string;

beforeAll(async () => {
  upstream = await startSandbox({ port: 0 });
  apiKey = (await new Sandbox(upstream.url).permanentKey()).api_key;
});
afterAll(() => upstream.close());

const listening = (server: Server, port: number) =>
  new Promise<Server>((done) => server.listen(port, '127.0.0.1', () => done(server)));

type Host = (booking: BookingServer, port: number) => Promise<Server>;

const serve = (listener: RequestListener, port: number) => listening(createServer(listener), port);

const hosts: Record<string, Host> = {
  'node:http': ({ listener }, port) => serve(listener, port),

  'Express 5': ({ listener }, port) => serve(express().use('/dx', listener), port),

  'Express 5 behind express.json()': ({ listener }, port) =>
    serve(express().use(express.json()).use('/dx', listener), port),

  'Express 5 behind express.raw()': ({ listener }, port) =>
    serve(
      express()
        .use(express.raw({ type: '*/*' }))
        .use('/dx', listener),
      port,
    ),

  'Express 5 behind express.text()': ({ listener }, port) =>
    serve(
      express()
        .use(express.text({ type: '*/*' }))
        .use('/dx', listener),
      port,
    ),

  'Express 5 in a router of a router': ({ listener }, port) =>
    serve(express().use('/', express.Router().use('/dx', listener)), port),

  async 'Fastify 5'({ listener }, port) {
    const app = fastify();
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.all('/dx/*', (request, reply) => {
        reply.hijack();
        listener(request.raw, reply.raw);
      });
    });
    await app.listen({ port, host: '127.0.0.1' });
    return app.server;
  },

  Koa({ listener }, port) {
    const app = new Koa();
    app.use((ctx, next) => {
      if (!ctx.path.startsWith('/dx/')) return next();
      ctx.respond = false;
      ctx.res.statusCode = 200;
      listener(ctx.req, ctx.res);
      return undefined;
    });
    return serve(app.callback(), port);
  },

  Hono({ listener }, port) {
    const app = new Hono<{ Bindings: HttpBindings }>();
    app.all('/dx/*', ({ env }) => {
      listener(env.incoming, env.outgoing);
      return RESPONSE_ALREADY_SENT;
    });
    return serve(getRequestListener(app.fetch), port);
  },

  async 'Next.js API route'(booking, port) {
    const dir = folderOfTest();
    await mkdir(join(dir, 'pages/api/dx'), { recursive: true });
    const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
    await symlink(modules, join(dir, 'node_modules'));
    await writeFile(
      join(dir, 'pages/api/dx/[...all].js'),
      `export const config = { api: { bodyParser: false, externalResolver: true, responseLimit: false } };
       export default (request, response) => globalThis.booking.listener(request, response);`,
    );
    Object.assign(globalThis, { booking });
    Object.assign(process.env, { NEXT_TELEMETRY_DISABLED: '1', NEXT_IGNORE_INCORRECT_LOCKFILE: '1' });
    const app = next({ dev: true, dir, quiet: true, webpack: true });
    await app.prepare();
    onTestFinished(() => app.close());
    const handle = app.getRequestHandler();
    return serve((request, response) => void handle(request, response), port);
  },
};

async function bookingAt(url: string, more: Record<string, string> = {}): Promise<BookingServer> {
  const dir = folderOfTest();
  return createBookingServer({
    config: {
      PUBLIC_URL: url,
      UPSTREAM_URL: upstream.url,
      UPSTREAM_API_KEY: apiKey,
      ORIGINS: origin,
      SQLITE_FILE: join(dir, 'dx.sqlite'),
      WEBHOOK_SECRETS: secret,
      LOG_LEVEL: 'silent',
      ...(await developmentKeys()),
      ...more,
    },
    hooks: {
      payment: async ({ journeyId }) => ({ state: 'paid', reference: `bill-${journeyId}` }),
      verifySubject: async (token) => (token.startsWith('user-') ? { subject: token } : null),
    },
  });
}

it('does not start while a port of its own is in use, and starts later', async () => {
  const port = await freePort(0, '127.0.0.1');
  const other = await serve((_, response) => void response.end(), port);
  const booking = await bookingAt('http://127.0.0.1:1/dx', {
    METRICS_PORT: String(port),
    METRICS_HOST: '127.0.0.1',
  });
  await expect(booking.start()).rejects.toThrow(
    `METRICS_PORT ${port} cannot be listened on (EADDRINUSE): another process listens there.`,
  );
  await new Promise((done) => other.close(done));
  await booking.start();
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  await booking.close();
});

it('starts again while it closes, on the same port', async () => {
  const port = await freePort(0, '127.0.0.1');
  const metrics = { METRICS_PORT: String(port), METRICS_HOST: '127.0.0.1' };
  const booking = await bookingAt('http://127.0.0.1:1/dx', metrics);
  await booking.start();
  const closed = booking.close();
  await booking.start();
  await closed;
  await booking.idle();
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  await booking.close();
});

it.each([
  ['the path of a pipe', { PORT: '\\\\.\\pipe\\invented' }],
  ['a port that its metrics have', { METRICS_PORT: '8080', METRICS_HOST: 'invented' }],
])('does not use PORT and HOST: %s', async (_, settings) => {
  await expect(bookingAt('http://127.0.0.1:1/dx', { HOST: '', ...settings })).resolves.toBeDefined();
});

it('accepts the names of its host in the environment', async () => {
  const booking = await bookingAt('http://127.0.0.1:1/dx', {
    EVENTS_TOPIC: 'invented',
    DATABASE_URI: 'invented',
  });
  await booking.start();
  await booking.close();
});

describe.each(Object.entries(hosts))('In %s', (name, host) => {
  it('books under a path, streams changes, accepts webhooks and closes', async () => {
    const port = await freePort(0, '127.0.0.1');
    const path = name.startsWith('Next') ? '/api/dx' : '/dx';
    const url = `http://127.0.0.1:${port}${path}`;
    const booking = await bookingAt(url);
    const server = await host(booking, port);
    onTestFinished(() => void server.close().closeAllConnections());
    const ready = () => fetch(`${url}/health/ready`);
    const early = await ready();
    expect([early.status, problem.safeParse(await early.json()).success]).toEqual([503, true]);
    await booking.start();
    expect((await ready()).status).toBe(200);

    const customer = new Customer(url, origin, `user-${name.replace(/\W/g, '-')}`);
    const view = await untilReview(customer, 'DEXA');
    expect(view.shows.step).toBe('review');

    const live = await customer.fetch('GET', '/live');
    const reader = live.body?.getReader();
    await reader?.read();
    const body = JSON.stringify(newEvent());
    const timestamp = String(Math.floor(Date.now() / 1000));
    const accepted = await fetch(`${url}/webhooks`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        [eventHeaders.timestamp]: timestamp,
        [eventHeaders.signature]: signatureOf(timestamp, body),
      },
    });
    expect(accepted.status).toBe(204);

    await booking.close();
    expect((await reader?.read())?.done).toBe(true);
    expect((await ready()).status).toBe(503);
  });
});
