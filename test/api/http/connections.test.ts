/** The stop of the server's connections: a request on an open one is completed, however late in the stop it comes and ends. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createConnections, stopInOrder } from '../../../server/api/http/connections.ts';
import { createActivity } from '../../../server/core/activity.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { listen, serve } from '../../support/serve.ts';

/** The connections of a server whose responses say whether the connection to the service is open. */
async function start(handle: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>) {
  const clock = manualClock(0);
  const connections = createConnections(handle, { clock, activity: createActivity() });
  const { port } = await listen(connections.server);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const upstream = { isOpen: true };
  return {
    upstream,
    listener: connections.listener,
    async read(path: string): Promise<string> {
      const [response] = await once(get({ host: '127.0.0.1', port, path, agent }), 'response');
      return text(response);
    },
    /** Stops the server; its only worker resolves `worker`. */
    stop: (worker: Promise<void>) =>
      stopInOrder({
        clock,
        connections,
        workers: [{ stop: () => worker }],
        upstreams: [
          {
            close: async () => {
              upstream.isOpen = false;
            },
          },
        ],
        accessLog: { close: async () => {} },
        store: { close: async () => {} },
      }),
  };
}

it('completes a request that comes while the workers stop, before the connections to the service close', async () => {
  const worker = Promise.withResolvers<void>();
  const came = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const server = await start(async ({ url }, response) => {
    if (url === '/waits') {
      came.resolve();
      await answer.promise;
    }
    response.end(String(server.upstream.isOpen));
  });

  expect(await server.read('/opens-the-connection')).toBe('true');
  const stopped = server.stop(worker.promise);
  const asked = server.read('/waits');
  await came.promise;
  worker.resolve();
  // The rest of the stop has every chance to go on.
  await new Promise(setImmediate);
  answer.resolve();
  expect(await asked).toBe('true');
  await stopped;
  expect(server.upstream.isOpen).toBe(false);
});

it('completes a body that flows on after its handler, before the connections to the service close', async () => {
  const came = Promise.withResolvers<ServerResponse>();
  const server = await start(async (_, response) => {
    response.flushHeaders();
    came.resolve(response);
  });
  const asked = server.read('/');
  const response = await came.promise;
  const stopped = server.stop(Promise.resolve());
  await new Promise(setImmediate);
  response.end(String(server.upstream.isOpen));
  expect(await asked).toBe('true');
  await stopped;
  expect(server.upstream.isOpen).toBe(false);
});

it('does not wait for a client that left a server of the partner before the request came here', async () => {
  const server = await start(async (_, response) => response.end());
  const came = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const partner = await serve((request, response) => {
    came.resolve();
    response.once('close', () => {
      setImmediate(() => {
        server.listener(request, response);
        left.resolve();
      });
    });
  });
  onTestFinished(partner.close);
  const asked = get(partner.url).on('error', () => {});
  await came.promise;
  asked.destroy();
  await left.promise;
  await server.stop(Promise.resolve());
});
