/** The live stream on a free port, with authentication by a plain header, and pages that listen to it. */
import { createConnection } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { onTestFinished } from 'vitest';
import { createConnections } from '../../../server/api/http/connections.ts';
import { createLive } from '../../../server/api/http/live.ts';
import { serverTimeouts } from '../../../server/api/http/server-timeouts.ts';
import type { SessionState } from '../../../server/api/http/session-state.ts';
import { createActivity } from '../../../server/core/activity.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { listen } from '../../support/serve.ts';

interface Message {
  id?: string;
  event?: string;
  data?: string;
}

/**
 * The stream behind a door that takes a header's word for who comes; who may come is tested with the tokens.
 * @param options.door lets requests in once it is resolved. @default at once
 */
export async function liveHarness({
  lifetimeMs = 60_000,
  keepAliveMs = serverTimeouts.keepAliveTimeout,
  door = Promise.resolve(),
} = {}) {
  const clock = manualClock(Date.now());
  let atTheDoor = 0;
  const live = createLive((customerId) => customerId, clock);
  const router = new Router<SessionState>();
  router.get(
    '/live',
    async (ctx, next) => {
      atTheDoor += 1;
      await door;
      const expiresAt = (clock.now() + lifetimeMs) / 1000;
      ctx.state.session = {
        subject: ctx.get('X-Customer'),
        origin: '',
        role: 'customer',
        issuedAt: 0,
        expiresAt,
      };
      return next();
    },
    live.stream,
  );
  router.get('/other', (ctx) => {
    ctx.body = 'the other answer';
  });
  const app = new Koa();
  app.use(router.routes());
  const { server } = createConnections(app.callback(), { clock, activity: createActivity() });
  server.keepAliveTimeout = keepAliveMs;
  const { url, port, close } = await listen(server);
  onTestFinished(close);
  onTestFinished(live.close);

  async function connect(customer: string, lastSeen = '') {
    const stop = new AbortController();
    const response = await fetch(`${url}/live`, {
      headers: { 'X-Customer': customer, ...(lastSeen ? { 'Last-Event-ID': lastSeen } : {}) },
      signal: stop.signal,
    });
    const messages: Message[] = [];
    let ended = false;
    const read = async () => {
      let rest = '';
      for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
        const blocks = (rest + Buffer.from(chunk).toString()).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks.filter((each) => !each.startsWith(':')))
          messages.push(
            Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))),
          );
      }
    };
    void read()
      .catch(() => {})
      .finally(() => {
        ended = true;
      });
    return {
      response,
      messages,
      leave: () => stop.abort(),
      ended: () => ended,
      refs: () =>
        messages.filter(({ event }) => event === 'change').map(({ data }) => JSON.parse(data ?? '').ref),
    };
  }
  const request = (customer: string) =>
    `GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Customer: ${customer}\r\n\r\n`;
  /** Reads nothing by itself. With `allowHalfOpen` it keeps its own half when the server ends. */
  function connectSilently(customer: string, { allowHalfOpen = false, behind = '' } = {}) {
    const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen }, () =>
      socket.write(request(customer) + behind),
    );
    return socket.on('error', () => {});
  }
  /** The server's own connections, ended ones that the other side holds included. */
  const openConnections = () =>
    new Promise<number>((done, fail) =>
      server.getConnections((error, count) => (error ? fail(error) : done(count))),
    );
  return {
    live,
    url,
    connect,
    connectSilently,
    openConnections,
    /** How many requests have come to the door. */
    atTheDoor: () => atTheDoor,
    advance: clock.advance,
    setBack: clock.setBack,
  };
}
