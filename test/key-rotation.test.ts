/** Keys and secrets rotate without downtime while customers use the page. */
import { createHmac, randomUUID } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import { expect, it, onTestFinished } from 'vitest';
import { generateSigningKeys } from '../server/api/tokens/signing-keys.ts';
import { createWebhookSecrets } from '../server/booking/webhooks/secrets.ts';
import { databasesOf, readConfig } from '../server/config/config.ts';
import { eventHeaders } from '../server/contract/upstream-webhooks.ts';
import { createEncryption } from '../server/core/store/encryption.ts';
import { storeReseal } from '../server/operate/cli/store-reseal.ts';
import { webhooksRegister } from '../server/operate/cli/webhooks.ts';
import { Session } from '../widget/session/session.ts';
import { choosePlace, pickTimes, profile, untilSent } from './support/booking.ts';
import { newStoreKey } from './support/keys.ts';
import { type Running, runnableServer } from './support/running-server.ts';
import { origin } from './support/service.ts';
import { openTestStore } from './support/test-stores.ts';

const setOf = (...keys: object[]) => JSON.stringify({ keys });

async function newSigningKey() {
  const [key] = (await generateSigningKeys()).keys;
  if (!key) throw new Error('no key');
  return key;
}

/** What the process answered, as far as its log has come here: how often each route with each status. */
function answered(server: Running): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of server.logged().split('\n')) {
    const { event, route, status } = line.startsWith('{') ? JSON.parse(line) : {};
    // Where a guard refuses, the route is known by its pattern.
    const asked = `${String(route).replace(/\(\?:.*/, '')} ${status}`;
    if (event === 'request') counts[asked] = (counts[asked] ?? 0) + 1;
  }
  return counts;
}

/** The page's own session, as it runs in a browser: there the browser says where the page is from. */
function page(url: string): { session: Session; tokens: string[] } {
  const browsers = globalThis.fetch;
  const tokens: string[] = [];
  globalThis.fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    const token = headers.get('authorization')?.replace('DPoP ', '');
    if (token !== undefined && token !== tokens.at(-1)) tokens.push(token);
    headers.set('origin', origin);
    return browsers(input, { ...init, headers });
  };
  globalThis.isSecureContext = true;
  const life = new AbortController();
  onTestFinished(() => {
    life.abort();
    globalThis.fetch = browsers;
  });
  const user = async () => ({ token: 'user-page', type: 'urn:ietf:params:oauth:token-type:jwt' });
  return { session: new Session(url, user, life.signal), tokens };
}

it('signing keys: tokens and nonces stay valid across the change, and a page with a dropped token gets another by itself', async () => {
  const [older, newer] = [await newSigningKey(), await newSigningKey()];
  const { run } = await runnableServer('sqlite');
  let server = await run({ TOKEN_KEYS: setOf(older) });
  const { session, tokens } = page(server.url);
  const ask = () => session.call({ method: 'GET', url: `${server.url}/appointments`, timeoutMs: 5_000 });
  const restart = async (...keys: object[]) => {
    await server.stop();
    server = await run({ TOKEN_KEYS: setOf(...keys) }, server.port);
  };
  expect((await ask()).status).toBe(200);

  await restart(older, newer);
  expect((await ask()).status).toBe(200);
  await restart(newer, older);
  expect((await ask()).status).toBe(200);
  // Neither token nor nonce was refused, and no other was asked for.
  await expect.poll(() => answered(server)).toEqual({ '/appointments 200': 1 });
  const published = (await (await fetch(`${server.url}/jwks.json`)).json()) as { keys: { kid: string }[] };
  expect(published.keys.map(({ kid }) => kid)).toEqual([newer.kid, older.kid]);

  await restart(newer);
  expect((await ask()).status).toBe(200);
  const twice = { '/appointments 401': 1, '/token 200': 1, '/appointments 200': 1 };
  await expect.poll(() => answered(server)).toMatchObject(twice);
  expect(tokens.map((token) => decodeProtectedHeader(token).kid)).toEqual([older.kid, newer.kid]);
});

it('encryption keys: a journey continues across the change, and after the conversion without the old key', async () => {
  const [older, newer] = [newStoreKey('2026-01'), newStoreKey('2026-02')];
  const { env, run } = await runnableServer('sqlite');
  let server = await run({ STORE_KEYS: setOf(older) });
  const customer = server.customer('books');
  let view = await choosePlace(customer, 'DEXA');
  await customer.answer('times', pickTimes(view));
  const restart = async (...keys: object[]) => {
    await server.stop();
    server = await run({ STORE_KEYS: setOf(...keys) }, server.port);
  };
  await restart(older, newer);
  await restart(newer, older);
  view = await customer.answer('identity', profile);
  expect(view.shows.step).toBe('consent');
  const output: string[] = [];
  const settings = { ...env, PUBLIC_URL: server.url, STORE_KEYS: setOf(newer, older) };
  expect(await storeReseal(settings, (line) => void output.push(line))).toBe(0);
  // What was under the old key: the times that were chosen went with the journey, which is under the new one since.
  expect(output.join('\n')).toContain('the other keys can be dropped');
  await restart(newer);
  await untilSent(customer, await customer.read());
});

it('webhook secrets: the old and the new one are both accepted, set or registered, until the old one is removed', async () => {
  const { env, run } = await runnableServer('sqlite');
  let server = await run({ WEBHOOK_SECRETS: 'set-older-secret-of-a-partner' });
  const settings = { ...env, PUBLIC_URL: server.url };
  expect(await webhooksRegister(settings, {}, () => {})).toBe(0);
  expect(await webhooksRegister(settings, { again: true }, () => {})).toBe(0);
  const config = readConfig(settings);
  const store = await openTestStore(databasesOf(config));
  const encryption = createEncryption(config.STORE_KEYS);
  const registered = await createWebhookSecrets({ store, encryption, configured: [], now: Date.now }).all();
  expect(registered).toHaveLength(2);

  const deliver = async (secret: string) => {
    const at = String(Math.floor(Date.now() / 1000));
    const body = JSON.stringify({ id: randomUUID(), type: 'clinic.opened', data: { object: {} } });
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    const headers = { [eventHeaders.timestamp]: at, [eventHeaders.signature]: signature };
    return (await fetch(`${server.url}/webhooks`, { method: 'POST', body, headers })).status;
  };
  const all = async (...secrets: string[]) => {
    const statuses = [];
    for (const secret of secrets) statuses.push(await deliver(secret));
    return statuses;
  };
  expect(await all('set-older-secret-of-a-partner', 'set-newer-secret-of-a-partner', ...registered)).toEqual([
    204, 401, 204, 204,
  ]);
  await server.stop();
  server = await run(
    { WEBHOOK_SECRETS: 'set-newer-secret-of-a-partner,set-older-secret-of-a-partner' },
    server.port,
  );
  expect(await all('set-older-secret-of-a-partner', 'set-newer-secret-of-a-partner', ...registered)).toEqual([
    204, 204, 204, 204,
  ]);
  await server.stop();
  server = await run({ WEBHOOK_SECRETS: 'set-newer-secret-of-a-partner' }, server.port);
  expect(await all('set-older-secret-of-a-partner', 'set-newer-secret-of-a-partner')).toEqual([401, 204]);
});
