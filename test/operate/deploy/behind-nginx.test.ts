/** The rolling release of server/upgrade.md, behind the nginx of server/proxy.md. */
import { join } from 'node:path';
import { fetch } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../server/core/free-port.ts';
import { BookingError, createBookingClient } from '../../../widget/client/booking-client.ts';
import { bookWith } from '../../support/client-booking.ts';
import { eventually } from '../../support/eventually.ts';
import { ledgerFaults, type Running, startRelease } from '../../support/faults/rolling.ts';
import { folderOfTest } from '../../support/folders.ts';
import { createTrustingAgent, isInstalled, proxies, startProxy } from '../../support/guide-proxies.ts';
import { notRun } from '../../support/not-run.ts';
import { origin, startService } from '../../support/service.ts';
import { newEmptyDatabase } from '../../support/test-stores.ts';
import { root } from './dockerfile.ts';

const hooks = join(root, 'test/support/partner-hooks.ts');
const customersAtOnce = 5;
/** How many views customers get between two restarts. */
const viewsBetween = 60;

/** Books without pause, as so many customers at a time, each by the client of the widget. */
function startCustomers(url: string) {
  const dispatcher = createTrustingAgent();
  const seen = { bookings: 0, views: 0, errors: [] as string[] };
  let isOver = false;
  let count = 0;
  async function lane(): Promise<void> {
    while (!isOver) {
      const user = `user-${count++}`;
      const client = createBookingClient({
        server: url,
        origin,
        getSubjectToken: async () => user,
        subjectTokenType: 'urn:ietf:params:oauth:token-type:access_token',
        fetch: (to, init) => fetch(to, { ...(init as object), dispatcher }) as unknown as Promise<Response>,
      });
      client.on('change', () => (seen.views += 1));
      client.on('error', ({ code, problem }) => seen.errors.push(`${user} saw ${code} ${problem}`));
      try {
        const { shows } = await bookWith(client);
        if (shows.step === 'sent') seen.bookings += 1;
        else seen.errors.push(`${user} is left at ${shows.step}`);
      } catch (error) {
        seen.errors.push(`${user} met ${error instanceof BookingError ? error.problem : error}`);
      }
      client.close();
    }
  }
  const lanes = Promise.all(Array.from({ length: customersAtOnce }, lane));
  return {
    seen,
    async get(more: number) {
      const wanted = seen.views + more;
      await eventually(() => seen.views >= wanted || seen.errors.length > 0);
    },
    /** Begins no more bookings, and waits for those under way. */
    async end() {
      isOver = true;
      await lanes;
      await dispatcher.close();
    },
  };
}

it('restarts two servers under five bookings at a time, and no customer sees an error', async (context) => {
  if (!isInstalled('nginx', '-v')) notRun(context, 'no nginx (apt-get install nginx-light)');
  const folder = folderOfTest();
  const service = await startService();
  onTestFinished(() => service.close());
  const port = await freePort(0, '127.0.0.1');
  const url = `https://localhost:${port}`;
  const env = {
    ...service.env,
    PUBLIC_URL: url,
    DATABASE_URL: await newEmptyDatabase(),
    HOOKS_MODULE: hooks,
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_PER_ADDRESS: '0',
  };
  const start = (port?: number) => startRelease(root, env, port);
  const servers: Running[] = [await start(), await start()];
  onTestFinished(() => Promise.all(servers.map((server) => server.stop())).then(() => {}));
  const ports = servers.map((server) => new URL(server.url).port);
  const proxy = await startProxy(await proxies.nginx(folder, port, ports), folder, url);
  onTestFinished(() => proxy.stop());

  const customers = startCustomers(url);
  const faults: string[] = [];
  for (const [at, server] of servers.entries()) {
    await customers.get(viewsBetween);
    faults.push(...(await server.stop()));
    servers[at] = await start(Number(ports[at]));
  }
  await customers.get(viewsBetween);
  await customers.end();
  const { bookings, errors } = customers.seen;
  expect({ errors, faults }).toEqual({ errors: [], faults: [] });
  expect(await ledgerFaults(service.sandbox, bookings)).toEqual([]);
  expect(bookings).toBeGreaterThanOrEqual(customersAtOnce);
  console.info(`${bookings} bookings behind nginx`);
});
