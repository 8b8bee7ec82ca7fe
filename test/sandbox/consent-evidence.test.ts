/** Consent evidence: declaring, reading and listing it. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Evidence, EvidenceList } from '../../server/contract/upstream-api/evidence.ts';
import { identify } from './booking.ts';
import {
  complete,
  consentEvidence,
  consentEvidenceBody,
  declareConsent,
  documentOf,
  hand,
  pdf,
  sessionOf,
} from './documents.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { nobody } from './sandbox-harness.ts';

let identityId: string;
const onPaper = { customer_consent_mode: 'api_partner_pdf' };
eachWithPartner(onPaper);
beforeEach(async () => {
  identityId = await identify(partner);
});

const create = (changes: object = {}) =>
  partner.post<Evidence>(consentEvidence, consentEvidenceBody(identityId, changes));
const list = async (query = '') => (await partner.get<EvidenceList>(`${consentEvidence}${query}`)).data;

describe('consent evidence', () => {
  it('is made once per key, and shows in the ledger [IDEM-03]', async () => {
    const body = consentEvidenceBody(identityId);
    const first = await partner.post(consentEvidence, body, 'one');
    expect(await partner.post(consentEvidence, body, 'one')).toMatchObject({ status: 201, data: first.data });
    const other = { ...body, signer_name: 'Eve Example' };
    expect((await partner.post(consentEvidence, other, 'one')).code).toBe('IDEMPOTENCY_CONFLICT');
    expect((await partner.post(consentEvidence, body, null)).status).toBe(400);
    expect((await harness.control('GET', '/ledger')).json).toMatchObject({
      consent_evidence: 1,
      physician_evidence: 0,
    });
  });

  it.each([
    ['an attestation that is not accepted', { attestation: { accepted: false, version: '2025-01' } }],
    ['an attestation without a version', { attestation: { accepted: true } }],
    ['an unknown test', { canonical_test_type: 'MRI' }],
    ['a day without a time', { collected_at: '2026-11-20' }],
    ['a malformed signing time', { signed_at: 'yesterday' }],
    ['no signer', { signer_name: ' ' }],
    ['no reference', { external_reference_id: undefined }],
    ['a malformed customer', { customer_identity_id: 'customer-1' }],
    ['an unknown field', { notes: 'none' }],
    ['no document', { document: undefined }],
    ['a picture', { document: documentOf(pdf, { content_type: 'image/png' }) }],
    ['PDF with a parameter', { document: documentOf(pdf, { content_type: 'application/pdf; v=1' }) }],
    ['nothing at all', { document: documentOf(pdf, { content_length: 0 }) }],
    ['one byte more than 20 MiB', { document: documentOf(pdf, { content_length: 20_971_521 }) }],
    ['half a byte', { document: documentOf(pdf, { content_length: 1.5 }) }],
    ['an upper-case hash', { document: documentOf(pdf, { sha256: 'A'.repeat(64) }) }],
    ['a short hash', { document: documentOf(pdf, { sha256: 'a'.repeat(63) }) }],
    ['no file name', { document: documentOf(pdf, { file_name: '' }) }],
    ['the bytes themselves', { document: documentOf(pdf, { content: pdf.toString('base64') }) }],
  ])(
    // Also [UPL-03] [UPL-04] [UPL-16] [GAP-32] [GAP-37]
    'is refused with %s, naming it [CEV-10] [UPL-01] [UPL-02]',
    async (_name, changes) => {
      const { status, error } = await create(changes);
      expect(status).toBe(400);
      expect(error.details).toEqual([expect.any(String)]);
    },
  );

  it('may be 20 MiB to the byte [UPL-03]', async () => {
    expect((await create({ document: documentOf(pdf, { content_length: 20_971_520 }) })).status).toBe(201);
  });

  it('is of a known customer [CEV-10]', async () => {
    expect((await create({ customer_identity_id: nobody })).status).toBe(404);
  });

  it('needs its two scopes [CEV-06] [CEV-07]', async () => {
    const reader = await harness.partner({ ...onPaper, scopes: ['read:consent_evidence'] });
    const writer = await harness.partner({ ...onPaper, scopes: ['write:consent_evidence'] });
    expect((await reader.get(consentEvidence)).status).toBe(200);
    expect((await writer.get(consentEvidence)).status).toBe(403);
    expect((await writer.get(`${consentEvidence}/${nobody}`)).status).toBe(403);
    for (const path of ['', `/${nobody}/upload-sessions`, `/${nobody}/upload-sessions/${nobody}/complete`]) {
      const refused = await reader.post(consentEvidence + path, {});
      expect(refused.status).toBe(403);
      expect(refused.error.message).toContain('write:consent_evidence');
    }
  });

  it('is another partner’s secret [CEV-05] [AUTH-10]', async () => {
    const { data } = await create();
    const stranger = await harness.partner(onPaper);
    expect((await stranger.get(`${consentEvidence}/${data.id}`)).status).toBe(404);
    expect((await stranger.get<EvidenceList>(consentEvidence)).data.items).toEqual([]);
    expect((await complete(stranger, consentEvidence, data)).status).toBe(404);
    expect((await stranger.post(`${consentEvidence}/${data.id}/upload-sessions`)).status).toBe(404);
    expect((await partner.get(`${consentEvidence}/not-an-id`)).status).toBe(400);
  });

  it('is refused to a key of the other branch, on every route [GAP-04]', async () => {
    const other = await harness.partner();
    for (const { status, code } of [
      await other.get(consentEvidence),
      await other.get(`${consentEvidence}/${nobody}`),
      await other.post(consentEvidence, consentEvidenceBody(await identify(other))),
      await other.post(`${consentEvidence}/${nobody}/upload-sessions`),
    ])
      expect([status, code]).toEqual([409, 'SANDBOX_BRANCH_NOT_PROVISIONED']);
  });

  it('continues in the branch of its creation when the key changes to the other [CFG-16] [CFG-17]', async () => {
    const { data } = await create();
    await harness.control('PATCH', `/keys/${partner.prefix}`, {
      customer_consent_mode: 'service_consent_api',
    });
    expect((await hand(partner, consentEvidence, data)).status).toBe('accepted');
    expect((await list()).items).toHaveLength(1);
    expect((await create()).code).toBe('SANDBOX_BRANCH_NOT_PROVISIONED');
  });
});

describe('the list of consent evidence', () => {
  // Also [LIM-07]
  it('has fifty items by default and tells whether there are more [CEV-01] [CEV-03] [CEV-04]', async () => {
    expect(await list()).toEqual({
      items: [],
      pagination: { has_more: false, limit: 50, offset: 0, returned_count: 0 },
    });
    for (let n = 0; n < 51; n += 1) await create({ external_reference_id: `consent-${n}` });
    const first = await list();
    expect(first.items).toHaveLength(50);
    expect(first.pagination).toEqual({ has_more: true, limit: 50, offset: 0, returned_count: 50 });
    const rest = await list('?offset=50');
    expect(rest.items).toHaveLength(1);
    expect(rest.pagination).toEqual({ has_more: false, limit: 50, offset: 50, returned_count: 1 });
  });

  it('is filtered by each of its four fields, all together [CEV-03] [GAP-36]', async () => {
    const another = await identify(partner, { external_customer_id: 'customer-2' });
    const dexa = await create();
    const vo2 = await create({ canonical_test_type: 'VO2', external_reference_id: 'consent-2' });
    const theirs = await declareConsent(partner, another);
    await hand(partner, consentEvidence, dexa.data);
    const found = async (query: string) => (await list(query)).items.map(({ id }) => id);
    expect(await found('?canonical_test_type=VO2')).toEqual([vo2.data.id]);
    expect(await found('?status=accepted')).toEqual([dexa.data.id]);
    expect(await found(`?customer_identity_id=${another}`)).toEqual([theirs.id]);
    expect(await found('?external_reference_id=consent-2')).toEqual([vo2.data.id]);
    expect(await found('?external_reference_id=consent-1&status=awaiting_upload')).toEqual([theirs.id]);
    expect(await found('?limit=1&offset=1')).toEqual([vo2.data.id]);
  });

  it.each(['status=done', 'limit=0', 'limit=101', 'offset=-1', 'customer_identity_id=me', 'page=2'])(
    'is refused with %s [CEV-03] [GAP-36]',
    async (query) => {
      expect((await partner.get(`${consentEvidence}?${query}`)).status).toBe(400);
    },
  );

  it('shows an upload session only while one is open [GAP-36]', async () => {
    const { data } = await create();
    expect((await list()).items[0]?.upload_session).toEqual(sessionOf(data));
    await hand(partner, consentEvidence, data);
    expect((await list()).items[0]?.upload_session).toBeNull();
  });
});
