/** A request that does not arrive is given up, and its connection with it. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import Koa from 'koa';
import { expect, it, onTestFinished } from 'vitest';
import { Problem } from '../../server/errors.ts';
import { readJson } from '../../server/http/body.ts';
import { createConnections } from '../../server/http/connections.ts';
import { problems } from '../../server/http/problems.ts';
import { limitSlowBodies, takesDocument } from '../../server/http/server-timeouts.ts';
import { silentLog } from '../../server/observability/log.ts';

const withinMs = 200;

async function harness(handle: Koa.Middleware) {
  const app = new Koa().use(problems(silentLog)).use(limitSlowBodies(withinMs)).use(handle);
  const { server } = createConnections(app.callback());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const exchange = async (text: string) => {
    const socket: Socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk;
    });
    const begin = performance.now();
    await Promise.race([once(socket, 'close'), sleep(withinMs * 5)]);
    return { received, closed: socket.closed, afterMs: performance.now() - begin };
  };
  return { server, exchange };
}

const head = (type: string, path = '/') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 50\r\n\r\n{"a"`;

it('answers 408 to a body that stops, and ends the connection', async () => {
  const { exchange } = await harness(async (ctx) => {
    ctx.body = { read: await readJson(ctx) };
  });
  const { received, closed } = await exchange(head('application/json'));
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(received).toContain('"code":"request_too_slow"');
  expect(closed).toBe(true);
});

it('ends the connection of a refused client that still owes the body', async () => {
  const { exchange } = await harness(async (ctx) => {
    ctx.status = 401;
    ctx.body = { refused: true };
  });
  const { received, closed, afterMs } = await exchange(head('application/json'));
  expect(received).toMatch(/^HTTP\/1\.1 401 /);
  expect(closed).toBe(true);
  expect(afterMs).toBeLessThan(withinMs * 3);
  const thrown = await harness(async () => {
    throw new Problem('token_missing');
  });
  expect((await thrown.exchange(head('application/json'))).received).toMatch(
    /^HTTP\/1\.1 401 .*connection: close/is,
  );
});

it('waits for the body of a document route, and for a handler that has its body', async () => {
  const router = new Router();
  router.post('/document', takesDocument, async (ctx) => {
    await once(ctx.req.resume(), 'end');
    ctx.body = { done: true };
  });
  router.post('/', async (ctx) => {
    await sleep(withinMs * 2);
    ctx.body = { done: true };
  });
  const { exchange } = await harness(router.routes() as Koa.Middleware);
  expect(await exchange(head('application/pdf', '/document'))).toMatchObject({ received: '', closed: false });
  const whole = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\na';
  expect((await exchange(whole)).received).toMatch(/^HTTP\/1\.1 200 /);
});

it('waits no longer because the client calls the body a document', async () => {
  const { exchange } = await harness(async (ctx) => {
    await once(ctx.req.resume(), 'end');
  });
  const { received, closed } = await exchange(head('application/pdf'));
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(closed).toBe(true);
});

it('gives up request headers after ten seconds, and a document after five minutes', async () => {
  const { server } = await harness(async () => {});
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 300_000 });
});
