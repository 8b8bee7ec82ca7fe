/** The object storage that takes a document's bytes. */
import { request } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  complete,
  consentEvidence,
  pdf,
  sha256Of,
  upload,
} from '../../server/operate/conformance/evidence-steps.ts';
import { identify } from './booking.ts';
import { declareConsent, type Evidence, sessionOf } from './documents.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';

let declared: Evidence;
eachWithPartner({ customer_consent_mode: 'api_partner_pdf' });
beforeEach(async () => {
  declared = await declareConsent(partner, await identify(partner));
});

describe('the storage', () => {
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

  it('takes nothing but PUT and lets no other page read its answers [UPL-14]', async () => {
    const { url } = sessionOf(declared);
    for (const method of ['GET', 'POST', 'OPTIONS']) expect((await fetch(url, { method })).status).toBe(405);
    const answered = await fetch(url, { method: 'PUT', headers: { origin: 'https://partner.example' } });
    expect(answered.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is in the journal, without its access token', async () => {
    await upload(declared, { headers: { 'x-api-key': 'leaked.key' } });
    const withoutToken = sessionOf(declared).url.replace(/\?.*/, '');
    await upload(declared, { url: withoutToken, headers: { 'x-api-key': 'no-prefix' } });
    const { json } = await harness.control<{ requests: object[] }>('GET', '/requests');
    const path = new URL(sessionOf(declared).url).pathname;
    expect(json.requests.slice(-2)).toMatchObject([
      { method: 'PUT', path, query: '', api_key_prefix: 'leaked', body_sha256: sha256Of(pdf), status: 200 },
      { method: 'PUT', path, query: '', api_key_prefix: null, body_sha256: sha256Of(pdf), status: 403 },
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
