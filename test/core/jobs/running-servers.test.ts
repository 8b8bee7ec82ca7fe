/** Each server has a row that it renews while it runs. */
import { expect, it } from 'vitest';
import { listServers, registerServer } from '../../../server/core/jobs/running-servers.ts';
import { version } from '../../../server/core/version.ts';
import { choosePlace } from '../../support/booking.ts';
import { newJobs } from '../../support/jobs.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newTestStore, storeKinds } from '../../support/test-stores.ts';

const beganMs = Date.UTC(2026, 0, 1);
const isoAfter = (seconds: number) => new Date(beganMs + seconds * 1_000).toISOString();

it.each(storeKinds)('a server renews its row until it stops, on %s', async (kind) => {
  const store = await newTestStore(kind);
  const clock = manualClock(beganMs);
  const jobs = newJobs(store, clock);
  const server = registerServer({ store, jobs });
  const listed = () => listServers(store.db, clock.now());
  const pass = async (seconds: number) => {
    clock.advance(seconds * 1_000);
    await jobs.idle();
  };
  jobs.start();
  await jobs.idle();
  const [first] = await listed();
  expect(first).toMatchObject({
    ...{ version: version(), started_at: isoAfter(0), seen_at: isoAfter(0), is_gone: false },
    ...{ service_responded_at: null, service_failed_at: null },
  });
  server.called(true);
  await pass(30);
  server.called(false);
  await pass(30);
  expect(await listed()).toEqual([
    {
      ...first,
      seen_at: isoAfter(60),
      service_responded_at: isoAfter(0),
      service_failed_at: isoAfter(30),
    },
  ]);
  // Another process looks.
  expect(await listServers(store.db, clock.now() + 121_000)).toMatchObject([{ is_gone: true }]);
  await jobs.stop();
  await server.stop();
  expect(await listed()).toEqual([]);
});

it('a request to the service is the last contact', async () => {
  const clock = manualClock(Date.now());
  const service = await serverOfTest({ clock });
  await choosePlace(service.customer('ana'), 'DEXA');
  clock.advance(30_000);
  await service.idle();
  const store = await service.store();
  const [server] = await listServers(store.db, clock.now());
  expect(Date.parse(server?.service_responded_at ?? '')).toBeLessThan(clock.now());
});
