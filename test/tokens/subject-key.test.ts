/** The name under which a page recognizes its user again. */
import { describe, expect, it } from 'vitest';
import type { TokenResponse } from '../../server/contract/token-api.ts';
import { type Browser, openBrowser } from '../support/token-client.ts';
import { partner, start, withPartner } from './token-servers.ts';

withPartner();

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
