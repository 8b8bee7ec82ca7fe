/** A request that does not arrive is given up, and its connection with it. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turnOver } from 'node:timers/promises';
import Router from '@koa/router';
import Koa from 'koa';
import { expect, it, onTestFinished } from 'vitest';
import { readJson } from '../../../server/api/http/body.ts';
import { createConnections } from '../../../server/api/http/connections.ts';
import { problems } from '../../../server/api/http/problems.ts';
import { limitSlowBodies, takesDocument } from '../../../server/api/http/server-timeouts.ts';
import { createActivity } from '../../../server/core/activity.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { Problem } from '../../../server/core/errors.ts';
import { silentLog } from '../../../server/core/observability/log.ts';
import { eventually } from '../../support/eventually.ts';
import { listen } from '../../support/serve.ts';

async function harness(handle: Koa.Middleware, withinMs = 200) {
  const app = new Koa().use(problems(silentLog)).use(limitSlowBodies(withinMs)).use(handle);
  const { server } = createConnections(app.callback(), { clock: systemClock(), activity: createActivity() });
  const { port, close } = await listen(server);
  onTestFinished(close);
  /** Sends the text and keeps the connection open. */
  const begin = (text: string) => {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(text));
    onTestFinished(() => void socket.destroy());
    const exchange = { socket, received: '', closed: once(socket, 'close') };
    socket.setEncoding('utf8').on('data', (chunk) => {
      exchange.received += chunk;
    });
    return exchange;
  };
  /** Sends the text. @returns what arrived until the server ended the connection */
  const exchange = async (text: string) => {
    const begun = begin(text);
    await begun.closed;
    return begun.received;
  };
  return { server, begin, exchange };
}

const head = (type: string, path = '/') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 50\r\n\r\n{"a"`;

it('answers 408 to a body that stops, and ends the connection', async () => {
  const { exchange } = await harness(async (ctx) => {
    ctx.body = { read: await readJson(ctx) };
  });
  const received = await exchange(head('application/json'));
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(received).toContain('"code":"request_too_slow"');
});

it('ends the connection of a refused client that still owes the body', async () => {
  const { exchange } = await harness(async (ctx) => {
    ctx.status = 401;
    ctx.body = { refused: true };
  });
  expect(await exchange(head('application/json'))).toMatch(/^HTTP\/1\.1 401 /);
  const thrown = await harness(async () => {
    throw new Problem('token_missing');
  });
  expect(await thrown.exchange(head('application/json'))).toMatch(/^HTTP\/1\.1 401 /);
});

it('drops the rest of a refused body, so that its sender reads the response', async () => {
  const { begin } = await harness(async (ctx) => {
    if (ctx.path === '/') throw new Problem('token_missing');
    ctx.body = { next: true };
  }, 60_000);
  const length = 8 * 1024 * 1024;
  const { socket, ...sent } = begin(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`);
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  await Promise.race([sent.closed, eventually(() => received.includes('token_missing'))]);
  socket.write('a'.repeat(length));
  socket.write('GET /next HTTP/1.1\r\nHost: a\r\n\r\n');
  await Promise.race([sent.closed, eventually(() => received.includes('{"next":true}'))]);
  expect(received).toMatch(/^HTTP\/1\.1 401 .*HTTP\/1\.1 200 /s);
});

it('waits for the body of a document route, and for a handler that has its body', async () => {
  const router = new Router();
  const arrived: string[] = [];
  const { promise: isLater, resolve: later } = Promise.withResolvers<void>();
  router.post('/document', takesDocument, async (ctx) => {
    arrived.push('document');
    await once(ctx.req.resume(), 'end');
    ctx.body = { done: true };
  });
  router.post('/whole', async (ctx) => {
    arrived.push('whole');
    await isLater;
    ctx.body = { done: true };
  });
  router.post('/', async (ctx) => {
    ctx.body = { read: await readJson(ctx) };
  });
  const { begin, exchange } = await harness(router.routes() as Koa.Middleware);
  const document = begin(head('application/pdf', '/document'));
  const whole = begin(
    'POST /whole HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\na',
  );
  await eventually(() => arrived.length === 2);
  // The time of both ends before that of a later request.
  expect(await exchange(head('application/json'))).toMatch(/^HTTP\/1\.1 408 /);
  expect([document.received, whole.received]).toEqual(['', '']);
  later();
  document.socket.write(' '.repeat(50 - '{"a"'.length));
  for (const each of [whole, document]) await eventually(() => /^HTTP\/1\.1 200 /.test(each.received));
});

it('takes a body that arrived while the process was paused', async () => {
  let hasBegun = false;
  const { begin } = await harness(async (ctx) => {
    hasBegun = true;
    ctx.body = { read: await readJson(ctx) };
  });
  const { socket, ...sent } = begin(head('application/json'));
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  await eventually(() => hasBegun);
  // After the pause, timers come before sockets.
  await turnOver();
  socket.write(`:1}${' '.repeat(50 - '{"a":1}'.length)}`);
  // Past the limit. Nothing of this process runs meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  await Promise.race([sent.closed, eventually(() => received.includes('{"read":{"a":1}}'))]);
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
});

it('waits no longer because the client calls the body a document', async () => {
  const { exchange } = await harness(async (ctx) => {
    await once(ctx.req.resume(), 'end');
  });
  expect(await exchange(head('application/pdf'))).toMatch(/^HTTP\/1\.1 408 /);
});

it('gives up request headers after a minute, and a document after five minutes', async () => {
  const { server } = await harness(async () => {});
  expect(server).toMatchObject({ headersTimeout: 60_000, requestTimeout: 300_000 });
});

it('keeps an unused connection for longer than the two minutes of a proxy', async () => {
  const { begin } = await harness((ctx) => {
    ctx.body = 'here';
  });
  const exchange = begin('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await eventually(() => exchange.received.includes('here'));
  expect(exchange.received).toMatch(/^Keep-Alive: timeout=130\r$/m);
});
