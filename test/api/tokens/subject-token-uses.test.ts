/** A subject token makes one session: under one key, for no longer than it lives itself, at whichever process. */
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { createSubjectTokenUses } from '../../../server/api/tokens/subject-token-uses.ts';
import type { TokenResponse } from '../../../server/contract/token-api.ts';
import { newStoreSettings, newTestStore, openTestStore, storeKinds } from '../../support/test-stores.ts';
import { type Browser, openBrowser, refusalOf } from '../../support/token-client.ts';
import { partner, seconds, start, withPartner } from './token-servers.ts';

withPartner();

const reasonOf = async (answer: Response) => JSON.parse((await refusalOf(answer)).text).reason;

describe.each([
  ['with a jti', {}],
  ['without a jti', { jti: undefined }],
])('a subject token %s', (_, claims) => {
  it('is exchanged under one key, and again by the same key', async () => {
    const { server } = await start();
    const [first, second] = [await openBrowser(server), await openBrowser(server)];
    const token = await partner.token(claims);
    expect((await first.exchange(token)).status).toBe(200);
    expect(await reasonOf(await second.exchange(token))).toBe('token_used');
    expect((await first.exchange(token)).status).toBe(200);
    expect((await second.exchange(await partner.token({ ...claims, note: 'another' }))).status).toBe(200);
  });
});

it('is exchanged by one of many concurrent keys', async () => {
  const { server } = await start();
  const browsers = await Promise.all(Array.from({ length: 8 }, () => openBrowser(server)));
  const token = await partner.token();
  const answers = await Promise.all(browsers.map((browser) => browser.exchange(token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('yields a widget token with the same end', async () => {
  const { browser } = await start();
  const exp = seconds(40);
  const answer = (await (await browser.exchange(await partner.token({ exp }))).json()) as {
    access_token: string;
    expires_in: number;
  };
  expect(decodeJwt(answer.access_token).exp).toBe(exp);
  expect(answer.expires_in).toBeLessThanOrEqual(40);
});

it('ends when verifySubject says, and is used once if it has an id', async () => {
  const expiresAt = seconds(30);
  const { server } = await start({
    subject: null,
    verifySubject: async (token) => ({
      subject: 'customer-7',
      expiresAt,
      ...(token === 'reusable' ? {} : { tokenId: token }),
    }),
  });
  const [first, second] = [await openBrowser(server), await openBrowser(server)];
  expect(decodeJwt(await first.signIn('once')).exp).toBe(expiresAt);
  expect(await reasonOf(await second.exchange('once'))).toBe('token_used');
  await first.signIn('reusable');
  await second.signIn('reusable');
});

it('comes from the issuer or is known to verifySubject, where both are set', async () => {
  const { browser } = await start({
    verifySubject: async (token) => {
      if (token === 'blocked') throw new Error('this user is blocked');
      return token === 'staff-3' ? { subject: token, role: 'physician' } : null;
    },
  });
  const scopeOf = async (token: string) => decodeJwt(await browser.signIn(token)).role;
  expect(await scopeOf(await partner.token())).toBe('customer');
  expect(await scopeOf('staff-3')).toBe('physician');
  for (const refused of ['staff-4', 'blocked', `${await partner.token()}x`])
    expect((await browser.exchange(refused)).status, refused).toBe(400);
});

describe('after a sign-out, a subject token', () => {
  const user = { subject: 'customer-7', role: 'customer' } as const;

  it('without its time of issue is refused as long as it may be from before', async () => {
    const { server, browser } = await start();
    const token = () => partner.token({ iat: undefined, exp: seconds(320) });
    expect((await browser.exchange(await partner.token({ iat: undefined }))).status).toBe(200);
    await server.options.revocations.revoke(user);
    expect(await reasonOf(await browser.exchange(await partner.token({ iat: undefined })))).toBe(
      'token_expired',
    );
    expect((await browser.exchange(await partner.token({ iat: undefined, sub: 'another' }))).status).toBe(
      200,
    );
    server.advance(300_000);
    await browser.fetchNonce();
    expect(await reasonOf(await browser.exchange(await token()))).toBe('token_expired');
    server.advance(12_000);
    expect((await browser.exchange(await token())).status).toBe(200);
  });

  it('that was issued since then signs the user in again at once', async () => {
    const { server, browser } = await start();
    await server.options.revocations.revoke(user);
    const revokedAt = Math.floor(server.options.revocations.revokedAtMs(user) / 1000);
    server.advance(1_000);
    const issued = (after: number) => partner.token({ iat: revokedAt + after, exp: revokedAt + 120 });
    expect(await reasonOf(await browser.exchange(await issued(-1)))).toBe('token_expired');
    expect((await browser.exchange(await issued(1))).status).toBe(200);
  });
});

describe.each(storeKinds)('in a %s database', (kind) => {
  it('is known to every process, with the first key', async () => {
    const settings = await newStoreSettings(kind);
    const [here, there] = [await openTestStore(settings), await openTestStore(settings)].map((store) =>
      createSubjectTokenUses(store, partner.now),
    );
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? here : there)?.claim('token', `key ${n}`, seconds(60))),
    );
    expect(claims.filter((usedAt) => usedAt !== null)).toHaveLength(1);
    const winner = claims.findIndex((usedAt) => usedAt !== null);
    expect(await here?.claim('token', `key ${winner}`, seconds(60))).toBe(claims[winner]);
    expect(await there?.claim('token', 'another', seconds(60))).toBe(null);
  });

  it('may end at a fraction of a second', async () => {
    const uses = createSubjectTokenUses(await newTestStore(kind), partner.now);
    expect(await uses.claim('fractional', 'key', seconds(60) + 0.12345)).not.toBeNull();
  });

  it('is forgotten some time after its end, and stored without its value', async () => {
    const store = await newTestStore(kind);
    let now = partner.now();
    const uses = createSubjectTokenUses(store, () => now);
    await uses.claim('the token', 'key', seconds(60));
    const rows = () => store.db.selectFrom('subject_token_uses').selectAll().execute();
    expect(JSON.stringify(await rows())).not.toContain('the token');
    now += 5 * 60_000;
    await uses.claim('a later one', 'key', seconds(360));
    expect(await rows()).toHaveLength(1);
  });
});

describe('the subject key', () => {
  const keyOf = async (browser: Browser, subjectToken: string) => {
    const answer = await browser.exchange(subjectToken);
    return ((await answer.json()) as TokenResponse).subject_key;
  };

  it('is the same for one user at every process, in every browser and across a rotation of the keys', async () => {
    const { browser, server } = await start();
    const other = await openBrowser(server);
    const rotated = await start({ publicUrl: server.publicUrl });
    const keys = [
      await keyOf(browser, await partner.token()),
      await keyOf(other, await partner.token()),
      await keyOf(rotated.browser, await partner.token()),
    ];

    expect(keys[0]).toMatch(/^[\w-]{43}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('differs between users and between the roles of one id', async () => {
    const verifySubject = async (token: string) => ({
      subject: token.slice(2),
      role: token.startsWith('p') ? ('physician' as const) : ('customer' as const),
    });
    const { browser } = await start({ subject: null, verifySubject });
    const keys = [];
    for (const token of ['c-7', 'c-8', 'p-7', 'c-7']) keys.push(await keyOf(browser, token));

    expect(new Set(keys).size).toBe(3);
    expect(keys[0]).toBe(keys[3]);
  });
});
