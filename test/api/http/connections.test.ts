/** The stop of the server's connections: a request on an open one is completed, however late in the stop it comes. */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { createConnections, stopInOrder } from '../../../server/api/http/connections.ts';
import { createActivity } from '../../../server/core/activity.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { listen } from '../../support/serve.ts';

it('completes a request that comes while the workers stop, before the connections to the service close', async () => {
  const clock = manualClock(0);
  const worker = Promise.withResolvers<void>();
  const came = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  let isUpstreamOpen = true;
  const connections = createConnections(
    async ({ url }, response) => {
      if (url === '/waits') {
        came.resolve();
        await answer.promise;
      }
      response.end(String(isUpstreamOpen));
    },
    { clock, activity: createActivity() },
  );
  const { port } = await listen(connections.server);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const read = async (path: string) => {
    const [response] = await once(get({ host: '127.0.0.1', port, path, agent }), 'response');
    response.setEncoding('utf8');
    return (await response.toArray()).join('');
  };

  expect(await read('/opens-the-connection')).toBe('true');
  const stopped = stopInOrder({
    clock,
    connections,
    workers: [{ stop: () => worker.promise }],
    upstreams: [
      {
        close: async () => {
          isUpstreamOpen = false;
        },
      },
    ],
    accessLog: { close: async () => {} },
    store: { close: async () => {} },
  });
  const asked = read('/waits');
  await came.promise;
  worker.resolve();
  // The rest of the stop has every chance to go on.
  await new Promise(setImmediate);
  answer.resolve();
  expect(await asked).toBe('true');
  await stopped;
  expect(isUpstreamOpen).toBe(false);
});
