/** The health endpoints report the current state to the operator. */
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';
import { createHealth } from '../../../server/api/http/health.ts';
import { startFullApiServer } from '../../support/full-api-server.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { httpHarness } from './http-harness.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const at = async (url: string, path: string) => {
  const response = await fetch(`${url}/health/${path}`);
  return [response.status, (await response.json()) as Record<string, unknown>] as const;
};

it('reports that it is alive and ready, independent of the upstream service', async () => {
  const service = await startFullApiServer();
  stops.push(() => service.stop());
  expect(await at(service.url, 'live')).toEqual([200, { status: 'live' }]);
  await service.wire.close();
  expect(await at(service.url, 'ready')).toEqual([200, { status: 'ready' }]);
});

it('is not ready when its database fails', async () => {
  const service = await startFullApiServer();
  stops.push(() => service.stop());
  const other = new DatabaseSync(String(service.env.SQLITE_FILE));
  other.exec('alter table journeys rename to moved');
  expect(await at(service.url, 'ready')).toMatchObject([503, { code: 'store_unavailable' }]);
  expect(await at(service.url, 'live')).toEqual([200, { status: 'live' }]);
  other.exec('alter table moved rename to journeys');
  other.close();
  expect(await at(service.url, 'ready')).toEqual([200, { status: 'ready' }]);
});

it('is not ready when its database does not respond, or while it stops', async () => {
  const clock = manualClock();
  const health = createHealth(clock, () => new Promise(() => {}));
  const { url } = await httpHarness(async (ctx) => {
    ctx.url = '/health/ready';
    await health.router.routes()(ctx as never, async () => {});
  });
  const asked = fetch(`${url}/things/1`);
  await clock.waiting(1);
  clock.advance(2_000);
  expect((await asked).status).toBe(503);
  health.stop();
  expect(((await (await fetch(`${url}/things/1`)).json()) as { code: string }).code).toBe('stopping');
});
