/** Forms and origins that get no widget token, as tables. */
import { describe, expect, it } from 'vitest';
import { jwtTokenType } from '../../../server/contract/token-api.ts';
import { refusalOf } from '../../support/token-client.ts';
import { browser, partner, withServer } from './token-servers.ts';

withServer();

describe('a form is refused', () => {
  const cases: [name: string, fields: Record<string, string>, code: string][] = [
    ['that asks for another grant', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['that names no grant', { grant_type: '' }, 'invalid_request'],
    ['without a subject token', { subject_token: '' }, 'invalid_request'],
    ['without the type of its token', { subject_token_type: '' }, 'invalid_request'],
    ['that acts for another', { actor_token: 'a', actor_token_type: jwtTokenType }, 'invalid_request'],
    ['that asks for another type of token', { requested_token_type: jwtTokenType }, 'invalid_request'],
    ['that widens the scope', { scope: 'physician' }, 'invalid_scope'],
    ['for another audience', { audience: 'https://elsewhere.example' }, 'invalid_target'],
    ['for another resource', { resource: 'https://elsewhere.example' }, 'invalid_target'],
    ['that picks the customer [T93]', { subject: 'customer-8' }, 'invalid_request'],
    ['that picks the role [T97]', { role: 'physician' }, 'invalid_request'],
    ['that picks the origin [T93]', { origin: 'https://elsewhere.example' }, 'invalid_request'],
    ['with a subject token of 9 kB', { subject_token: 'x'.repeat(9000) }, 'invalid_request'],
  ];

  it.each(cases)('%s', async (_name, fields, code) => {
    expect(await refusalOf(await browser.exchange(await partner.token(), fields))).toMatchObject({
      status: 400,
      code,
    });
  });

  it('with a sentence that names the correction', async () => {
    const answer = await browser.exchange(await partner.token(), { actor_token: 'another' });

    expect((await refusalOf(answer)).text).toContain('acting for another is not supported');
  });

  it('that repeats a parameter', async () => {
    const form = browser.form(await partner.token());
    form.append('subject_token', 'another');
    const answer = await browser.post(form, { DPoP: await browser.proof('POST', browser.tokenUrl) });

    expect(await refusalOf(answer)).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it('of another content type, or of none', async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain', '']) {
      const answer = await browser.post(new Uint8Array([123, 125]), { 'Content-Type': type });
      expect(await refusalOf(answer)).toMatchObject({ status: 415, code: 'invalid_request' });
    }
  });

  it('that is too large, with its length declared or not', async () => {
    const large = browser.form('x'.repeat(20_000)).toString();
    const stream = new Blob([large]).stream();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const declared = await browser.post(large, type);
    const streamed = await fetch(browser.tokenUrl, {
      method: 'POST',
      body: stream,
      headers: type,
      duplex: 'half',
    } as RequestInit);

    for (const answer of [declared, streamed]) {
      expect(await refusalOf(answer)).toMatchObject({ status: 413, code: 'invalid_request' });
    }
  });
});

it.each([
  ['that is not listed', 'https://elsewhere.example'],
  ['that only begins like a listed one', 'https://clinic.example.elsewhere.example'],
  ['of another scheme', 'http://clinic.example'],
  ['of a sandboxed frame', 'null'],
  ['that is not named', ''],
])('gives no token to an origin %s [T93]', async (_name, Origin) => {
  const answer = await browser.exchange(await partner.token(), {}, { Origin });

  const { status, code, text } = await refusalOf(answer);
  expect([status, code, JSON.parse(text).reason]).toEqual([400, 'invalid_request', 'origin_not_listed']);
});
