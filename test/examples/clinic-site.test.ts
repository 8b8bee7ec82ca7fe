/** The example clinic: access to its pages, its payment route and its content security policy. */
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { createLocalJWKSet, decodeJwt, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../../examples/full-api/create-site.ts';
import { localPath } from '../../examples/site/local-path.ts';
import { freePort } from '../../server/core/free-port.ts';

const serverUrl = 'http://127.0.0.1:4001';
const hookSecret = 'an invented secret of forty characters..';
let server: Server;
let url: string;

beforeAll(async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const subjectKey = { ...(await exportJWK(privateKey)), kid: 'k1' };
  const port = await freePort(0, '127.0.0.1');
  url = `http://127.0.0.1:${port}`;
  server = createSite({ ...settings(url), subjectKey }).listen(port, '127.0.0.1');
});
afterAll(() => void server.close());

const settings = (siteUrl: string) => ({
  siteUrl,
  serverUrl,
  hookSecret,
  backendSecret: hookSecret,
  widgetDir: tmpdir(),
  scriptsDir: tmpdir(),
});

const get = (path: string, cookie = '') => fetch(url + path, { headers: { cookie }, redirect: 'manual' });
const post = (path: string, form: Record<string, string>, cookie = '') =>
  fetch(url + path, {
    method: 'POST',
    headers: { cookie, origin: url },
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
const signIn = async (patient: string) => {
  const response = await post('/sign-in', { patient, next: '/book' });
  expect(response.headers.get('location')).toBe('/book');
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
};
const bill = (over: Record<string, unknown> = {}, secret = hookSecret) =>
  fetch(`${url}/internal/bills`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      journeyId: 'j1',
      subject: 'hsc-10418',
      amount: 189.5,
      currency: 'USD',
      description: 'A <b>bold</b> scan',
      returnUrl: `${url}/book`,
      cancelUrl: `${url}/book?dx-payment=canceled`,
      ...over,
    }),
  });

describe('the booking page', () => {
  it('sends a signed-out visitor to the sign-in page', async () => {
    const response = await get('/book');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/sign-in?next=/book']);
  });

  it('carries the strict policy and nothing inline', async () => {
    const response = await get('/book', await signIn('hsc-10418'));
    const policy = response.headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        `connect-src 'self' ${serverUrl}`,
        "require-trusted-types-for 'script'",
      ]),
    );
    const page = await response.text();
    expect(page).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=/);
  });

  it('names the signed-in user in a token that its published key verifies', async () => {
    const page = await (await get('/book', await signIn('hsc-11972'))).text();
    const token = /subject-token="([^"]+)"/.exec(page)?.[1] ?? '';
    const jwks = createLocalJWKSet(JSON.parse(await (await get('/.well-known/jwks.json')).text()));
    const { payload } = await jwtVerify(token, jwks, { issuer: url, audience: serverUrl });
    expect(payload.sub).toBe('hsc-11972');
    expect(JSON.stringify(jwks.jwks())).not.toContain('"d"');
  });
});

describe('the sign-in page', () => {
  it('lists the clinic’s patients, and of those added only the last one of the same browser', async () => {
    const cookies = async (name: string) =>
      (await post('/sign-in', { name, next: '/' })).headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ');
    await cookies('Someone Else');
    const own = await cookies('Ada Newcomer');
    const namesAt = async (cookie: string) =>
      [...(await (await get('/sign-in', cookie)).text()).matchAll(/person-name">([^<]+)/g)].map(
        ([, name]) => name,
      );
    const clinic = ['Maren Okonski', 'Tobias Fennimore', 'Ines Calloway-Brandt'];
    expect(await namesAt('')).toEqual(clinic);
    expect(await namesAt(own)).toEqual([...clinic, 'Ada Newcomer']);
  });
});

describe('the theme', () => {
  it('gives the widget a line for controls with at least 3:1 against its surface, light and dark', async () => {
    const css = await readFile(new URL('../../examples/full-api/public/clinic.css', import.meta.url), 'utf8');
    const widget = css.slice(css.indexOf('dx-booking,'));
    const named = (property: string) =>
      new RegExp(`--dx-${property}: var\\(--([a-z-]+)\\)`).exec(widget)?.[1];
    const colours = (name = '') =>
      new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css)?.slice(1) ?? [];
    const lines = colours(named('line'));
    const surfaces = colours(named('surface'));
    expect(lines).toHaveLength(2);
    for (const [at, line] of lines.entries()) {
      expect(contrast(line, surfaces[at] ?? '')).toBeGreaterThanOrEqual(3);
    }
  });
});

/** The contrast of two colours, as WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('the till', () => {
  it('keeps one bill for a journey, due until it is paid, and one reference from then on', async () => {
    const due = await (await bill()).json();
    expect(await (await bill()).json()).toEqual(due);
    const path = new URL(due.payUrl).pathname;
    const cookie = await signIn('hsc-10418');
    const page = await (await get(path, cookie)).text();
    expect(page).toContain('$189.50');
    expect(page).not.toContain('<b>bold');
    const paid = await post(path, {}, cookie);
    expect([paid.status, paid.headers.get('location')]).toEqual([303, `${url}/book`]);
    const first = await (await bill()).json();
    expect(first).toEqual({ state: 'paid', reference: expect.stringMatching(/^pay_/) });
    expect(await (await bill()).json()).toEqual(first);
  });

  it('follows the price while the bill is due and not once it is paid', async () => {
    const due = await (await bill({ journeyId: 'j2', amount: 10 })).json();
    expect(await (await bill({ journeyId: 'j2', amount: 20 })).json()).toEqual(due);
    await post(new URL(due.payUrl).pathname, {}, await signIn('hsc-10418'));
    expect((await bill({ journeyId: 'j2', amount: 10 })).status).toBe(409);
    expect((await bill({ journeyId: 'j2', amount: 20 })).status).toBe(200);
  });

  it('lets no other site pay a bill with the cookie of the patient', async () => {
    const due = await (await bill({ journeyId: 'j5' })).json();
    const headers = { cookie: await signIn('hsc-10418'), origin: 'https://elsewhere.example' };
    const answer = await fetch(due.payUrl, { method: 'POST', headers, redirect: 'manual' });
    expect(answer.status).toBe(403);
    expect((await (await bill({ journeyId: 'j5' })).json()).state).toBe('due');
  });

  it("neither shows nor accepts another patient's bill", async () => {
    const due = await (await bill({ journeyId: 'j3' })).json();
    const path = new URL(due.payUrl).pathname;
    const other = await signIn('hsc-12655');
    expect((await get(path, other)).status).toBe(404);
    expect((await post(path, {}, other)).status).toBe(404);
    expect((await (await bill({ journeyId: 'j3' })).json()).state).toBe('due');
  });

  it.each([
    ['another secret', {}, 'x'.repeat(40), 401],
    ['a way back to another site', { returnUrl: 'https://elsewhere.example/' }, hookSecret, 400],
    ['no amount', { amount: null }, hookSecret, 400],
  ])('refuses %s', async (_, over, secret, status) => {
    expect((await bill({ journeyId: 'j4', ...over }, secret)).status).toBe(status);
  });
});

it.each([
  ['/book', '/book'],
  ['/pay/HS-1A2B', '/pay/HS-1A2B'],
  ['//elsewhere.example', '/'],
  ['https://elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  [undefined, '/'],
])('redirects from sign-in to %s at %s', (wanted, path) => {
  expect(localPath(wanted)).toBe(path);
});

describe('the endpoint of fresh tokens', () => {
  const ask = (cookie: string, origin: string) =>
    fetch(`${url}/subject-token`, { method: 'POST', headers: { cookie, origin } });

  it('signs a token of one minute for a signed-in user on its own page, and for no other', async () => {
    const cookie = await signIn('hsc-10418');
    const answer = await ask(cookie, url);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { token } = (await answer.json()) as { token: string };
    const { sub, exp = 0, iat = 0 } = decodeJwt(token);
    expect([sub, exp - iat]).toEqual(['hsc-10418', 60]);
    expect((await ask(cookie, 'https://elsewhere.example')).status).toBe(403);
    expect((await ask(cookie, '')).status).toBe(403);
    expect((await ask('', url)).status).toBe(401);
  });
});

it('lets no other site sign somebody in, and ends its cookies', async () => {
  const body = new URLSearchParams({ patient: 'hsc-10418' });
  const headers = { origin: 'https://elsewhere.example' };
  for (const path of ['/sign-in', '/staff/sign-in', '/sign-out']) {
    const refused = await fetch(url + path, { method: 'POST', headers, body, redirect: 'manual' });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
  }
  const signedIn = await post('/sign-in', { patient: 'hsc-10418' });
  expect(signedIn.headers.getSetCookie()[0]).toMatch(/expires=.*samesite=lax/i);
});

it("offers clinicians nothing of a patient's account", async () => {
  const patients = await (await fetch(`${url}/sign-in`)).text();
  const staff = await (await fetch(`${url}/staff`)).text();
  expect(patients).toContain('aria-label="Account"');
  expect(staff).not.toContain('aria-label="Account"');
});
