/** Two processes at one PostgreSQL: the page hears of a change whichever of them learnt it. */
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { webhooksRegister } from '../../../server/operate/cli/webhooks.ts';
import { book } from '../../support/booked-appointment.ts';
import { eventually } from '../../support/eventually.ts';
import { openLive } from '../../support/live-page.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newEmptyDatabase } from '../../support/test-stores.ts';

const secret = 'the-secret-of-the-backend-long-enough';

/** Receives everything that the processes send each other through the database. */
async function listenTo(databaseUrl: string) {
  const client = new pg.Client(databaseUrl);
  onTestFinished(() => client.end());
  await client.connect();
  const messages: string[] = [];
  client.on('notification', ({ channel, payload }) => messages.push(`${channel} ${payload}`));
  for (const channel of ['dx_changes', 'dx_jobs', 'dx_revocations']) await client.query(`listen ${channel}`);
  return {
    messages,
    /** The hash of each revoked user's id, as the table has it. */
    async userKeys(): Promise<string[]> {
      const { rows } = await client.query('select user_key from revocations');
      return rows.map(({ user_key }) => user_key);
    },
  };
}

it('receives at every process what one of them read, in messages that name no customer [WHK-42]', async () => {
  const databaseUrl = await newEmptyDatabase();
  const env = { BACKEND_SECRETS: secret };
  const tuning = { reconcileMs: 86_400_000 };
  const service = await serverOfTest({ databaseUrl, env, tuning });
  const beside = await service.another();
  onTestFinished(() => beside.stop());
  await webhooksRegister(service.env, {}, () => {});
  const { messages, userKeys } = await listenTo(databaseUrl);
  const booked = await book(service, 'ines');
  const pages = [await openLive(service, 'ines'), await openLive(beside, 'ines')];
  const stranger = await openLive(beside, 'noor');
  await booked.move('confirmed');
  const changes = () => pages.map((page) => page.changes().map(({ ref }) => ref));
  await eventually(() => changes().every((refs) => refs.includes(booked.id))).catch(async (error) => {
    const found = { changes: changes(), deliveries: await service.sandbox.deliveries() };
    throw new Error(`a page was not told: ${JSON.stringify(found)}\n${service.logged()}`, { cause: error });
  });
  expect(stranger.text()).not.toContain(booked.id);

  await fetch(`${service.url}/revoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ subject: 'user-ines' }),
  });
  await eventually(() => pages.every((page) => page.ended()));
  const sent = messages.join('\n');
  for (const channel of ['dx_changes', 'dx_revocations']) expect(sent).toContain(channel);
  const keys = await userKeys();
  expect(keys.length).toBeGreaterThan(0);
  for (const name of ['ines', ...keys]) expect(sent).not.toContain(name);
  for (const page of [...pages, stranger]) await page.leave();
});
