/** Limits requests per client: a refusal names the wait, and other clients are not affected. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { networksOf } from '../../../server/api/http/client-address.ts';
import { createRateLimit } from '../../../server/api/http/rate-limit.ts';
import { readConfig } from '../../../server/config/config.ts';
import { eventHeaders } from '../../../server/contract/upstream-webhooks.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { type FullApiServer, origin } from '../../support/full-api-server.ts';
import { developmentKeys } from '../../support/keys.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { refusal } from '../../support/scripted-refusal.ts';
import { serverOfTest } from '../../support/server-of-test.ts';

const perMinute = 5;
/** Starts a server with a stopped clock, so that no rate-limit window ends during a test. */
async function limited(env: Record<string, string> = {}): Promise<FullApiServer> {
  return serverOfTest({
    clock: { ...systemClock(), elapsed: () => 1 },
    env: {
      RATE_LIMIT_PER_USER: String(perMinute),
      RATE_LIMIT_PER_ADDRESS: String(perMinute),
      TRUSTED_PROXIES: '127.0.0.1',
      WEBHOOK_SECRETS: 'invented-for-this-test',
      ...env,
    },
  });
}

const times = async (count: number, ask: () => Promise<Response>) => {
  const answers = [];
  for (let n = 0; n < count; n += 1) answers.push(await ask());
  return answers.map(({ status }) => status);
};
const from = (address: string) => ({ 'X-Forwarded-For': address });
const here = '203.0.113.7';
const elsewhere = '203.0.113.8';

describe('the server counts clients that are not signed in by address', () => {
  const refused = (service: FullApiServer, address: string, path = '/journeys/any') =>
    fetch(service.url + path, { headers: from(address) });
  const exchange = (service: FullApiServer, address: string) =>
    fetch(`${service.url}/token`, { method: 'POST', body: new URLSearchParams(), headers: from(address) });

  it('when it refuses a request, and names the wait', async () => {
    const service = await limited();
    expect(await times(perMinute + 1, () => refused(service, here))).toEqual([401, 401, 401, 401, 401, 429]);
    const answer = await refused(service, here, '/nowhere');
    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({ code: 'too_many_requests', status: 429 });
    const seconds = Number(answer.headers.get('Retry-After'));
    expect(seconds).toBe(60);
    expect((await refused(service, elsewhere)).status).toBe(401);
  });

  it('and the log warns once if a proxy that is not trusted hides their addresses', async () => {
    const service = await limited({ TRUSTED_PROXIES: '10.0.0.1' });
    const warnings = () => service.logged().match(/"level":40,.*"event":"proxy\.not_trusted"/g)?.length ?? 0;
    await fetch(`${service.url}/journeys/any`);
    expect(warnings()).toBe(0);
    await refused(service, here);
    await refused(service, elsewhere);
    expect(warnings()).toBe(1);
    expect(service.logged()).not.toContain(here);
  });

  it('when they request a token, before it reads the body, and the page may read the response', async () => {
    const service = await limited();
    expect(await times(perMinute + 1, () => exchange(service, here))).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await exchange(service, elsewhere)).status).toBe(400);
    const page = await fetch(`${service.url}/token`, {
      method: 'POST',
      body: new URLSearchParams(),
      headers: { ...from(here), Origin: origin },
    });
    expect(page.status).toBe(429);
    expect(page.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect(page.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
  });

  it('and not when they sign in, nor does junk of their address keep them from it', async () => {
    const service = await limited();
    for (let n = 0; n < perMinute * 2; n += 1) await service.customer(`${n}`, from(here)).signIn();
    expect((await times(perMinute + 1, () => refused(service, here))).at(-1)).toBe(429);
    await service.customer('more', from(here)).signIn();
    await times(perMinute, () => exchange(service, here));
    await expect(service.customer('late', from(here)).signIn()).rejects.toThrow('429');
    await service.customer('late', from(elsewhere)).signIn();
  });

  it('and not when they sign in with a first view that fails, because the service is away', async () => {
    const service = await limited();
    await service.sandbox.fault('GET', '/v1/integration-configuration', refusal(503, null), { times: 99 });
    const statuses = [];
    for (let n = 0; n < perMinute * 2; n += 1)
      statuses.push((await service.customer(`${n}`, from(here)).firstView()).status);
    expect(new Set(statuses)).toEqual(new Set([503]));
    await service.customer('others', from(here)).signIn();
  });

  it('and does not count refusals of signed-in clients', async () => {
    const service = await limited({ RATE_LIMIT_PER_USER: '100' });
    const customer = service.customer('lost', from(here));
    const statuses = await times(perMinute * 2, () => customer.fetch('GET', '/journeys/nowhere'));
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect((await refused(service, here)).status).toBe(401);
  });

  it('for any forwarded header of an untrusted client', async () => {
    const service = await limited({ TRUSTED_PROXIES: '198.51.100.1' });
    let n = 0;
    const elsewhereEachTime = () => {
      n += 1;
      return refused(service, `203.0.113.${n}`);
    };
    expect((await times(perMinute + 1, elsewhereEachTime)).at(-1)).toBe(429);
  });

  it('by the IPv6 /64 network', async () => {
    const service = await limited();
    let n = 0;
    const sameLine = () => {
      n += 1;
      return refused(service, `2001:db8:1:2:${n}::9`);
    };
    expect((await times(perMinute + 1, sameLine)).at(-1)).toBe(429);
    expect((await refused(service, '2001:db8:1:3::9')).status).toBe(401);
  });

  it('by the IPv6 /48 site, with sixteen times the limit', async () => {
    const service = await limited();
    let n = 0;
    const sameSite = () => {
      n += 1;
      return refused(service, `2001:db8:1:${n.toString(16)}::9`);
    };
    const statuses = await times(perMinute * 16 + 5, sameSite);
    expect(statuses.indexOf(429)).toBe(perMinute * 16);
    expect((await refused(service, '2001:db8:2::9')).status).toBe(401);
  });

  it.each([
    '/TOKEN',
    '/Token',
    '/token/',
    '/tOkEn/',
    '/JOURNEYS',
    '/journeys/',
    '/LIVE',
    '/webhooks/',
    '/health/live/',
  ])('and gets 404 at %s', async (path) => {
    const service = await limited();
    expect((await fetch(service.url + path, { method: 'POST' })).status).toBe(404);
  });

  it('without a limit for signed-in customers, widget files and health checks behind the same address', async () => {
    const service = await limited({ RATE_LIMIT_PER_USER: '100' });
    const customer = service.customer('beside', from(here));
    await customer.open();
    await times(perMinute * 2, () => refused(service, here));
    expect((await refused(service, here)).status).toBe(429);
    expect((await customer.read()).shows.step).toBe('place');
    expect(await times(perMinute * 2, () => refused(service, here, '/health/ready'))).not.toContain(429);
    expect((await refused(service, here, '/widget/loader.js')).status).not.toBe(429);
  });

  describe('the server limits deliveries that the service did not sign', () => {
    let n = 0;
    const deliver = (service: FullApiServer, secret: string) => {
      n += 1;
      const at = String(Math.floor(Date.now() / 1000));
      const body = JSON.stringify({ id: `event-${n}`, type: 'clinic.opened', data: { object: {} } });
      const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
      const headers = { ...from(here), [eventHeaders.timestamp]: at, [eventHeaders.signature]: signature };
      return fetch(`${service.url}/webhooks`, { method: 'POST', body, headers });
    };

    it('and refuses them unread, beyond a few a second', async () => {
      const service = await limited();
      const statuses = await times(200, () => deliver(service, 'guessed'));
      expect(statuses.lastIndexOf(401)).toBe(perMinute + 10 - 1);
      expect(statuses.filter((status) => status === 429)).toHaveLength(200 - perMinute - 10);
    });

    it('and reads no more of them at once than it refuses', async () => {
      const service = await limited();
      const answers: string[] = [];
      const at = String(Math.floor(Date.now() / 1000));
      const sockets = Array.from({ length: 40 }, () => {
        const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
        onTestFinished(() => void socket.destroy());
        socket.on('data', (data) => void answers.push(String(data).slice(0, 12)));
        socket.write(
          `POST /webhooks HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${here}\r\n${eventHeaders.timestamp}: ${at}\r\n` +
            `${eventHeaders.signature}: ${'a'.repeat(64)}\r\nContent-Length: 1000\r\n\r\n{"half":`,
        );
        return socket;
      });
      await eventually(() => answers.length === sockets.length - perMinute - 10);
      expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 429']));
      const elsewhereToo = await fetch(`${service.url}/webhooks`, {
        method: 'POST',
        headers: from(elsewhere),
      });
      expect(elsewhereToo.status).toBe(401);
    });

    it('and reads no delivery without a signature of the right form', async () => {
      const service = await limited();
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      const at = String(Math.floor(Date.now() / 1000));
      socket.write(
        `POST /webhooks HTTP/1.1\r\nHost: x\r\n${eventHeaders.timestamp}: ${at}\r\n` +
          `${eventHeaders.signature}: sha256=${'a'.repeat(64)}\r\nContent-Length: 1000\r\n\r\n{"half":`,
      );
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toMatch(/^HTTP\/1\.1 401 [\s\S]*event_signature/);
    });

    it('while genuine deliveries are accepted', async () => {
      const service = await limited();
      await times(perMinute, () => deliver(service, 'guessed'));
      expect(new Set(await times(50, () => deliver(service, 'invented-for-this-test')))).toEqual(
        new Set([204]),
      );
    });

    it('and refuses a page with a forged token before it verifies the token', async () => {
      const service = await limited();
      const guess = () =>
        fetch(`${service.url}/appointments`, { headers: { ...from(here), Authorization: 'DPoP a.b.c' } });
      const statuses = await times(200, guess);
      expect(statuses.filter((status) => status === 429)).toHaveLength(200 - perMinute - 10);
    });
  });
});

describe('a signed-in user', () => {
  it('is counted by name at every address, for reads and writes alike', async () => {
    const service = await limited({ RATE_LIMIT_PER_ADDRESS: '0' });
    const [ada, elsewhereToo] = [
      service.customer('ada', from(here)),
      service.customer('ada', from(elsewhere)),
    ];
    const other = service.customer('other', from(here));
    const ask = (customer: typeof ada) => () => customer.fetch('GET', '/appointments');
    // Each exchanges a token first. Those who have no nonce yet are refused once, before they are known.
    expect(await times(2, ask(ada))).toEqual([200, 200]);
    expect(await times(1, ask(elsewhereToo))).toEqual([200]);
    const answer = await ada.fetch('POST', '/journeys', {});
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('Retry-After'))).toBe(60);
    expect(await answer.json()).toMatchObject({ code: 'too_many_requests' });
    expect((await other.fetch('GET', '/appointments')).status).toBe(200);
  });

  it('is counted for each exchange of a token, before one is signed', async () => {
    const service = await limited({ RATE_LIMIT_PER_ADDRESS: '0' });
    const ada = service.customer('ada');
    for (let n = 0; n < perMinute; n += 1) await ada.signIn();
    await expect(ada.signIn()).rejects.toMatchObject({
      reply: { status: 429, body: { code: 'too_many_requests' } },
    });
    expect((await ada.firstView()).status).toBe(429);
    await service.customer('other').signIn();
  });

  it('is not limited when the setting is 0', async () => {
    const service = await limited({ RATE_LIMIT_PER_USER: '0', RATE_LIMIT_PER_ADDRESS: '0' });
    const customer = service.customer('ada');
    expect(await times(perMinute * 3, () => customer.fetch('GET', '/appointments'))).not.toContain(429);
  });
});

describe('a limit', () => {
  it('keeps a bounded number of callers, and of those beyond their limit the latest', async () => {
    const limit = createRateLimit(1, () => 1, { callers: 10 });
    for (let n = 0; n < 1000; n += 1) limit.spend(`caller ${n}`);
    expect(limit.remembered()).toBe(10);
    expect(() => limit.spend('caller 999')).toThrow(expect.objectContaining({ status: 429 }));
    limit.spend('caller 0');
  });

  it('begins a new window when the time of the last one is over', () => {
    const clock = manualClock();
    const limit = createRateLimit(1, clock.elapsed);
    limit.spend('caller');
    clock.advance(59_999);
    expect(() => limit.spend('caller')).toThrow(expect.objectContaining({ headers: { 'Retry-After': '1' } }));
    clock.advance(2);
    limit.spend('caller');
  });

  it('is far above the busiest page', async () => {
    // A save each 0.6 s while somebody types, a look each second, in three tabs at once.
    const busiest = 3 * (60 / 0.6 + 60);
    const env = { PUBLIC_URL: 'http://localhost', UPSTREAM_URL: 'http://localhost', ORIGINS: origin };
    const { RATE_LIMIT_PER_USER } = readConfig({
      ...env,
      UPSTREAM_API_KEY: 'a.b',
      ...(await developmentKeys()),
    });
    expect(RATE_LIMIT_PER_USER).toBeGreaterThan(busiest);
  });
});

it.each<[string, string[]]>([
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['2001:db8::5', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
  ['2001:DB8:0:0:1:2:3:4', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
  ['1::2:3:4:5:192.0.2.1', ['1:0:2:3::/64', '1:0:2::/48']],
  ['fe80::', ['fe80:0:0:0::/64', 'fe80:0:0::/48']],
  ['', ['']],
])('%s is counted as %s', (address, networks) => {
  expect(networksOf(address).map(({ name }) => name)).toEqual(networks);
});
