/** The upload lifecycle around the storage: replacement sessions and completion. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Evidence } from '../../server/contract/upstream-api/evidence.ts';
import { identify } from './booking.ts';
import {
  complete,
  consentEvidence,
  declareConsent,
  hand,
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

const read = async () => (await partner.get<Evidence>(`${consentEvidence}/${declared.id}`)).data;
const replace = (key?: string) =>
  partner.post<Evidence>(`${consentEvidence}/${declared.id}/upload-sessions`, undefined, key);

describe('a replacement upload session', () => {
  it('belongs to the same record, which still awaits its bytes, any number of times [CEV-15] [UPL-19] [UPL-32]', async () => {
    await advance(901);
    const { status, data } = await replace();
    expect(status).toBe(201);
    expect(data).toEqual({ ...declared, version: 2, upload_session: data.upload_session });
    expect(sessionOf(data).id).not.toBe(sessionOf(declared).id);
    expect(await read()).toEqual(data);
    expect(await upload(data)).toBe(200);
    expect((await complete(partner, consentEvidence, data)).status).toBe(202);
  });

  it('is returned again for the same key, even after its replacement', async () => {
    const first = await replace('first');
    await replace('second');
    expect((await replace('first')).data).toEqual(first.data);
    expect(await upload(first.data)).toBe(410);
  });

  it('starts without the bytes of the earlier session', async () => {
    await upload(declared);
    const { data } = await replace();
    expect((await complete(partner, consentEvidence, data)).code).toBe('SANDBOX_UPLOAD_MISSING');
  });

  it('needs a key and takes no body [CEV-15] [IDEM-02]', async () => {
    const path = `${consentEvidence}/${declared.id}/upload-sessions`;
    expect((await partner.post(path, undefined, null)).status).toBe(400);
    expect((await partner.post(path, { sha256: sha256Of(pdf) })).status).toBe(400);
  });

  it('is not available after the upload is complete', async () => {
    await hand(partner, consentEvidence, declared);
    expect(await replace()).toMatchObject({ status: 409, code: 'SANDBOX_INVALID_STATE' });
  });
});

describe('completing', () => {
  it('answers 202 with the record, not with the in-progress body [CEV-17] [UPL-29]', async () => {
    await upload(declared);
    const { status, data } = await complete(partner, consentEvidence, declared, { key: 'one' });
    expect(status).toBe(202);
    expect(data).toMatchObject({ id: declared.id, status: 'processing', upload_session: null });
    expect(data).not.toHaveProperty('code');
    const again = await complete(partner, consentEvidence, declared, { key: 'one' });
    expect([again.status, again.data]).toEqual([202, data]);
  });

  it('is refused before any bytes [GAP-40]', async () => {
    const { status, code } = await complete(partner, consentEvidence, declared);
    expect([status, code]).toEqual([409, 'SANDBOX_UPLOAD_MISSING']);
  });

  it('is refused with another hash, and the record stays [UPL-29] [GAP-40]', async () => {
    await upload(declared);
    for (const sha256 of ['0'.repeat(64), sha256Of(pdf).toUpperCase(), sha256Of(pdf, 'base64')])
      expect((await complete(partner, consentEvidence, declared, { sha256 })).status).toBe(400);
    expect(await read()).toEqual(declared);
  });

  it('is refused in an expired or replaced session [GAP-39]', async () => {
    await upload(declared);
    await advance(901);
    expect(await complete(partner, consentEvidence, declared)).toMatchObject({
      status: 409,
      code: 'SANDBOX_UPLOAD_SESSION_EXPIRED',
    });
    await replace();
    expect((await complete(partner, consentEvidence, declared)).code).toBe('SANDBOX_UPLOAD_SESSION_EXPIRED');
    expect((await read()).status).toBe('awaiting_upload');
  });

  it('is rejected in an unknown session or one of another record', async () => {
    const other = await declareConsent(partner, identityId, { external_reference_id: 'consent-2' });
    for (const { id } of [{ id: nobody }, sessionOf(other)]) {
      const path = `${consentEvidence}/${declared.id}/upload-sessions/${id}/complete`;
      expect((await partner.post(path, { sha256: sha256Of(pdf) })).status).toBe(404);
    }
  });

  it('a second time with another key shows the record as it is by then [GAP-40]', async () => {
    await harness.control('PATCH', '/settings', { evidence_processing_seconds: 60 });
    await upload(declared);
    const first = await complete(partner, consentEvidence, declared);
    const second = await complete(partner, consentEvidence, declared);
    expect([second.status, second.data]).toEqual([202, first.data]);
    await advance(61);
    const third = await complete(partner, consentEvidence, declared);
    expect([third.status, third.data.status]).toEqual([200, 'accepted']);
  });

  it.each([429, 503])(
    'can be answered with %i, and succeeds unchanged afterwards [UPL-23]',
    async (status) => {
      await upload(declared);
      const path = `${consentEvidence}/*/upload-sessions/*/complete`;
      await harness.control('POST', '/faults', { method: 'POST', path, effect: { kind: 'status', status } });
      expect((await complete(partner, consentEvidence, declared, { key: 'one' })).status).toBe(status);
      expect((await complete(partner, consentEvidence, declared, { key: 'one' })).status).toBe(202);
    },
  );

  it('can be under way, as can declaring and replacing, in the 202 form [GAP-109]', async () => {
    const inProgress = { kind: 'in_progress', retry_after_seconds: 3 };
    const replacing = `${consentEvidence}/${declared.id}/upload-sessions`;
    await harness.control('POST', '/faults', { method: 'POST', path: replacing, effect: inProgress });
    const held = await partner.post(replacing, undefined, 'one');
    expect(held.status).toBe(202);
    expect(held.data).toEqual({
      status: 'in_progress',
      code: 'IDEMPOTENCY_IN_PROGRESS',
      retry_after_seconds: 3,
    });
    expect(held.headers.get('retry-after')).toBe('3');
    const replaced = await partner.post<Evidence>(replacing, undefined, 'one');
    expect([replaced.status, replaced.data]).toEqual([201, await read()]);
  });
});
