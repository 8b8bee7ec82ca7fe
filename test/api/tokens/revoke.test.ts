/** The partner's sign-out ends the widget tokens of a user and their live streams, at every server. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../../server/config/config.ts';
import type { Customer } from '../../support/customer.ts';
import { eventually } from '../../support/eventually.ts';
import { runnableServer } from '../../support/running-server.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newMigratedDatabase, openTestStore, storeKinds } from '../../support/test-stores.ts';

const secret = 'the-secret-of-the-backend-long-enough';
const former = 'the-secret-of-before-and-long-enough';
const env = { BACKEND_SECRETS: `${secret},${former}` };

const revoke = (server: { url: string }, body: unknown, authorization = `Bearer ${secret}`) =>
  fetch(`${server.url}/revoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    body: JSON.stringify(body),
  });

async function startServer(databaseUrl?: string) {
  const server = await serverOfTest({ databaseUrl, env });
  return server;
}

/** Opens the live stream of a customer. */
async function streamOf(customer: Customer) {
  const response = await customer.fetch('GET', '/live');
  let ended = false;
  const reading = (async () => {
    for await (const _ of (response.body ?? []) as AsyncIterable<Uint8Array>);
  })()
    .catch(() => {})
    .finally(() => {
      ended = true;
    });
  return { status: response.status, ended: () => ended, reading };
}

describe.each(storeKinds)('two servers on one %s database', (kind) => {
  it('end the tokens and streams of the user who signed out, and of nobody else', async () => {
    const here = await startServer(kind === 'postgres' ? await newMigratedDatabase() : undefined);
    const there = await here.another();
    onTestFinished(() => there.stop());
    const ada = there.customer('ada');
    const other = there.customer('other');
    expect((await ada.fetch('GET', '/appointments')).status).toBe(200);
    const [stream, othersStream] = [await streamOf(ada), await streamOf(other)];
    expect((await revoke(here, { subject: 'user-ada' })).status).toBe(204);

    // The other server learns of it at once on PostgreSQL. On SQLite it reads the revocations every few seconds.
    await eventually(() => stream.ended());
    const refused = await ada.fetch('GET', '/appointments');
    expect([refused.status, (await refused.json()).code]).toEqual([401, 'token_revoked']);
    expect((await other.fetch('GET', '/appointments')).status).toBe(200);
    expect(othersStream.ended()).toBe(false);

    // Signed in again.
    const again = there.customer('ada');
    expect((await again.fetch('GET', '/appointments')).status).toBe(200);
  });

  it('remember it after a restart, and keep no id in the table', async () => {
    const { run, store } = await runnableServer(kind);
    const server = await run(env);
    const ada = server.customer('ada');
    await ada.fetch('GET', '/appointments');
    await revoke(server, { subject: 'user-ada', role: 'customer' });
    await server.stop();
    const restarted = await run(env, server.port);
    const refused = await ada.fetch('GET', '/appointments');
    expect([refused.status, (await refused.json()).code]).toEqual([401, 'token_revoked']);
    await restarted.stop();
    const rows = await (await openTestStore(store)).db.selectFrom('revocations').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('ada');
  });
});

describe('POST /revoke', () => {
  it('accepts each of the secrets, and no other', async () => {
    const server = await startServer();
    const body = { subject: 'user-ada' };
    expect((await revoke(server, body, `Bearer ${former}`)).status).toBe(204);
    for (const wrong of [
      '',
      'Bearer',
      `Bearer ${secret}x`,
      `Bearer ${secret},${former}`,
      `Basic ${secret}`,
      secret,
    ]) {
      const answer = await revoke(server, body, wrong);
      expect([answer.status, (await answer.json()).code]).toEqual([401, 'backend_secret_invalid']);
    }
    for (const bad of [{}, { subject: '' }, { subject: 'a', role: 'operator' }, { subject: 'a', all: true }])
      expect((await revoke(server, bad)).status).toBe(422);
    expect(server.logged()).not.toContain(secret);
  });

  it('does not exist when no secret is set', async () => {
    const server = await serverOfTest();
    const answer = await revoke(server, { subject: 'user-ada' });
    expect([answer.status, (await answer.json()).code]).toEqual([501, 'revocation_not_configured']);
  });

  it('needs secrets of 32 characters or more, and repeats none', () => {
    const read = readSettings({ BACKEND_SECRETS: `${secret},short` });
    const faults = 'faults' in read ? read.faults.join('\n') : '';
    expect(faults).toContain('BACKEND_SECRETS');
    expect(faults).not.toContain('short');
  });
});
