/** Two processes at one PostgreSQL: the page hears of a change whichever of them learnt it. */
import { expect, inject, it, onTestFinished } from 'vitest';
import { webhooksRegister } from '../../server/cli/webhooks-register.ts';
import { book } from '../support/booked-appointment.ts';
import { startFullApiServer } from '../support/full-api-server.ts';
import { openLive } from '../support/live-page.ts';
import { newDatabase } from '../support/new-database.ts';
import { eventually } from '../support/outbox-harness.ts';

it('receives at every process what one of them read [WHK-42]', async () => {
  const databaseUrl = await newDatabase(inject('postgresUrl'));
  const service = await startFullApiServer({ databaseUrl, env: { RECONCILE_SECONDS: '86400' } });
  onTestFinished(() => service.stop());
  const beside = await service.another();
  onTestFinished(() => beside.stop());
  await webhooksRegister(service.env, [], () => {});
  const booked = await book(service, 'ines');
  const pages = [await openLive(service, 'ines'), await openLive(beside, 'ines')];
  const stranger = await openLive(beside, 'noor');
  await booked.move('confirmed');
  const changes = () => pages.map((page) => page.changes().map(({ ref }) => ref));
  await eventually(() => changes().every((refs) => refs.includes(booked.id)));
  expect(stranger.text()).not.toContain(booked.id);
  for (const page of [...pages, stranger]) await page.leave();
});
