/** The object storage that takes a document's bytes. */
import { request } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Evidence } from '../../server/contract/upstream-api/evidence.ts';
import { identify } from './booking.ts';
import {
  complete,
  consentEvidence,
  declareConsent,
  documentOf,
  pdf,
  sessionOf,
  sha256Of,
  upload,
} from './documents.ts';
import { advance, eachWithPartner, harness, partner } from './fresh-partner.ts';
import { nobody } from './sandbox-harness.ts';

let declared: Evidence;
let identityId: string;
eachWithPartner({ customer_consent_mode: 'api_partner_pdf' });
beforeEach(async () => {
  identityId = await identify(partner);
  declared = await declareConsent(partner, identityId);
});

const replace = (key?: string) =>
  partner.post<Evidence>(`${consentEvidence}/${declared.id}/upload-sessions`, undefined, key);

describe('the storage', () => {
  // Also [GAP-38]
  it('takes the declared bytes by PUT at its own address, without a key [UPL-07] [UPL-14] [UPL-15]', async () => {
    const { url, method, required_headers } = sessionOf(declared);
    expect(new URL(url).origin).toBe(harness.url);
    expect(new URL(url).pathname).not.toMatch(/^\/v1/);
    expect(method).toBe('PUT');
    expect(required_headers).toEqual({
      'Content-Type': 'application/pdf',
      'x-storage-checksum-sha256': sha256Of(pdf, 'base64'),
    });
    expect(await upload(declared)).toBe(200);
    expect(await upload(declared)).toBe(200);
  });

  it('does not look into the bytes [UPL-07]', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 128]);
    const odd = await declareConsent(partner, identityId, { document: documentOf(bytes) });
    expect(await upload(odd, { bytes })).toBe(200);
  });

  it('takes 20 MiB to the byte [UPL-03]', async () => {
    const bytes = Buffer.alloc(20_971_520, 7);
    const large = await declareConsent(partner, identityId, { document: documentOf(bytes) });
    expect(await upload(large, { bytes })).toBe(200);
    expect((await complete(partner, consentEvidence, large, { sha256: sha256Of(bytes) })).status).toBe(202);
  });

  it.each([
    ['another content type', { headers: { 'Content-Type': 'application/octet-stream' } }],
    ['a content type with a charset', { headers: { 'Content-Type': 'application/pdf; charset=utf-8' } }],
    ['the checksum in hexadecimal', { headers: { 'x-storage-checksum-sha256': sha256Of(pdf) } }],
    ['no checksum', { headers: { 'x-storage-checksum-sha256': '' } }],
    ['a byte too many', { bytes: Buffer.concat([pdf, pdf.subarray(0, 1)]) }],
    ['a byte too few', { bytes: pdf.subarray(1) }],
    ['other bytes of that length', { bytes: Buffer.alloc(pdf.length, 1) }],
  ])('refuses %s with 400, and stores nothing [UPL-15] [GAP-38]', async (_name, wrong) => {
    expect(await upload(declared, wrong)).toBe(400);
    expect((await complete(partner, consentEvidence, declared)).code).toBe('SANDBOX_UPLOAD_MISSING');
  });

  it('refuses bytes without a length, as chunks come [UPL-15]', async () => {
    const { url, required_headers } = sessionOf(declared);
    const status = await new Promise((resolve, reject) => {
      const put = request(url, { method: 'PUT', headers: { ...(required_headers as object) } });
      put.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      put.write(pdf);
      put.end();
    });
    expect(status).toBe(400);
  });

  it('answers 403 to a wrong or missing token and to an unknown session [UPL-18] [GAP-38]', async () => {
    const { url } = sessionOf(declared);
    expect(await upload(declared, { url: `${url}0` })).toBe(403);
    expect(await upload(declared, { url: url.replace(/\?.*/, '') })).toBe(403);
    expect(await upload(declared, { url: url.replace(sessionOf(declared).id, nobody) })).toBe(403);
  });

  it('answers 403 once the session has expired [UPL-18] [GAP-38]', async () => {
    await advance(899);
    expect(await upload(declared)).toBe(200);
    await advance(2);
    expect(await upload(declared)).toBe(403);
    await harness.control('PATCH', '/settings', { upload_session_seconds: 60 });
    const beganAt = Date.now();
    const { data } = await replace();
    const openedAt = Date.parse(sessionOf(data).expires_at) - 60_000 - 901_000;
    expect(openedAt).toBeGreaterThanOrEqual(beganAt);
    expect(openedAt).toBeLessThanOrEqual(Date.now());
  });

  it('answers 410 once the session is replaced, or the record past its upload [UPL-18] [GAP-38]', async () => {
    const { data } = await replace();
    expect(await upload(declared)).toBe(410);
    expect(await upload(data)).toBe(200);
    await complete(partner, consentEvidence, data);
    expect(await upload(data)).toBe(410);
  });

  it('takes nothing but PUT and lets no other page read its answers [UPL-14]', async () => {
    const { url } = sessionOf(declared);
    for (const method of ['GET', 'POST', 'OPTIONS']) expect((await fetch(url, { method })).status).toBe(405);
    const answered = await fetch(url, { method: 'PUT', headers: { origin: 'https://partner.example' } });
    expect(answered.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is in the journal, without its access token', async () => {
    await upload(declared, { headers: { 'x-api-key': 'leaked.key' } });
    await upload(declared, { url: sessionOf(declared).url.replace(/\?.*/, '') });
    const { json } = await harness.control<{ requests: object[] }>('GET', '/requests');
    const path = new URL(sessionOf(declared).url).pathname;
    expect(json.requests.slice(-2)).toMatchObject([
      { method: 'PUT', path, query: '', api_key_prefix: 'leaked', body_sha256: sha256Of(pdf), status: 200 },
      { method: 'PUT', path, query: '', api_key_prefix: null, status: 403 },
    ]);
  });

  it.each([
    [{ kind: 'status', status: 403 }, 403],
    [{ kind: 'status', status: 410 }, 410],
    [{ kind: 'status', status: 503 }, 503],
  ])('meets the fault %j [UPL-18]', async (effect, status) => {
    const path = new URL(sessionOf(declared).url).pathname;
    await harness.control('POST', '/faults', { method: 'PUT', path, effect });
    expect(await upload(declared)).toBe(status);
    expect(await upload(declared)).toBe(200);
  });

  it('can cut the connection before and after it has the bytes', async () => {
    const path = '/storage/uploads/*';
    await harness.control('POST', '/faults', { method: 'PUT', path, effect: { kind: 'drop_before' } });
    await expect(upload(declared)).rejects.toThrow();
    expect((await complete(partner, consentEvidence, declared)).code).toBe('SANDBOX_UPLOAD_MISSING');
    await harness.control('POST', '/faults', { method: 'PUT', path, effect: { kind: 'drop_after' } });
    await expect(upload(declared)).rejects.toThrow();
    expect((await complete(partner, consentEvidence, declared)).status).toBe(202);
  });
});
