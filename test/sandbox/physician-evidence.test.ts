/** Physician-order evidence: a signed order as the partner's own PDF, for one appointment. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import { type Evidence, type EvidenceList, evidence } from '../../server/contract/upstream-api/evidence.ts';
import { type Ordered, order, readyToSchedule, schedule } from './booking.ts';
import {
  complete,
  consentEvidence,
  documentOf,
  hand,
  pdf,
  physicianEvidence,
  physicianEvidenceBody,
  sha256Of,
  upload,
} from './documents.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { nobody } from './sandbox-harness.ts';

let scheduled: Ordered;
const onPaper = { physician_order_mode: 'api_partner_pdf' };
eachWithPartner(onPaper);
beforeEach(async () => {
  scheduled = await schedule(partner);
});

const under = (appointmentId: string) =>
  `/v1/api-first/appointments/${appointmentId}/physician-order-evidence`;
const create = (changes: object = {}, key?: string) =>
  partner.post<Evidence>(under(scheduled.appointmentId), physicianEvidenceBody(changes), key);
const list = async (query = '') =>
  (await partner.get<EvidenceList>(under(scheduled.appointmentId) + query)).data;
const appointment = async () => (await partner.get<Appointment>(scheduled.appointmentPath)).data;

describe('physician-order evidence', () => {
  // Also [GAP-36]
  it('is declared under its appointment and read by its own id [PEV-04] [PEV-08] [PEV-18]', async () => {
    const { status, data } = await create();
    expect(status).toBe(201);
    evidence.parse(data);
    expect(data).toMatchObject({
      status: 'awaiting_upload',
      collected_at: null,
      signed_at: null,
      signer_name: 'Grace Invented',
      customer_identity_id: scheduled.identityId,
      appointment_id: scheduled.appointmentId,
      physician_order_request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      canonical_test_type: 'DEXA',
      version: 1,
      upload_session: { method: 'PUT' },
    });
    expect((await partner.get(`${physicianEvidence}/${data.id}`)).data).toEqual(data);
    expect((await create({ external_reference_id: 'order-2' })).data.physician_order_request_id).toBe(
      data.physician_order_request_id,
    );
  });

  // Also [UPL-19] [UPL-29] [UPL-30]
  it('has the same upload lifecycle as all evidence [PEV-10] [PEV-12] [PEV-18]', async () => {
    const { data } = await create();
    const replaced = await partner.post<Evidence>(`${physicianEvidence}/${data.id}/upload-sessions`);
    expect(replaced.status).toBe(201);
    expect(await upload(data)).toBe(410);
    expect(await upload(replaced.data)).toBe(200);
    const { status, data: processing } = await complete(partner, physicianEvidence, replaced.data);
    expect([status, processing.status]).toEqual([202, 'processing']);
    const { data: accepted } = await partner.get<Evidence>(`${physicianEvidence}/${data.id}`);
    expect(accepted).toMatchObject({ status: 'accepted', expires_at: null });
  });

  it('shows on the appointment, whose status stays [APT-18]', async () => {
    await harness.control('PATCH', '/settings', { evidence_processing_seconds: 60 });
    const before = await appointment();
    expect(before.physician_order_submission_status).toBe('not_submitted');
    await hand(partner, physicianEvidence, (await create()).data);
    expect((await appointment()).physician_order_submission_status).toBe('processing');
    await harness.control('POST', '/clock', { advance_seconds: 61 });
    const after = await appointment();
    expect(after.physician_order_submission_status).toBe('submitted');
    expect(after.physician_order_submitted_at).toEqual(expect.any(String));
    expect([after.status, after.has_signed_form]).toEqual([before.status, false]);
    expect(Date.parse(after.updated_at ?? '')).toBeGreaterThan(Date.parse(before.updated_at ?? ''));
  });

  it('that is rejected leaves the appointment without a submission [UPL-31] [APT-18]', async () => {
    await harness.control('PATCH', '/settings', { evidence_outcome: 'rejected' });
    await hand(partner, physicianEvidence, (await create()).data);
    expect((await appointment()).physician_order_submission_status).toBe('not_submitted');
  });

  it('supersedes the older of its appointment and of no other [GAP-34]', async () => {
    const first = await hand(partner, physicianEvidence, (await create()).data);
    const other = await schedule(partner);
    const apart = await partner.post<Evidence>(under(other.appointmentId), physicianEvidenceBody());
    await hand(partner, physicianEvidence, apart.data);
    await hand(partner, physicianEvidence, (await create()).data);
    const statusOf = async (id: string) =>
      (await partner.get<Evidence>(`${physicianEvidence}/${id}`)).data.status;
    expect([await statusOf(first.id), await statusOf(apart.data.id)]).toEqual(['superseded', 'accepted']);
    expect((await appointment()).physician_order_submission_status).toBe('submitted');
  });

  it('is made once per key, and shows in the ledger [IDEM-02] [IDEM-03]', async () => {
    const { data } = await create({}, 'one');
    expect((await create({}, 'one')).data).toEqual(data);
    expect((await create({ npi: '0987654321' }, 'one')).code).toBe('IDEMPOTENCY_CONFLICT');
    const keyless = await partner.post(under(scheduled.appointmentId), physicianEvidenceBody(), null);
    expect(keyless.status).toBe(400);
    expect((await harness.control('GET', '/ledger')).json).toMatchObject({
      consent_evidence: 0,
      physician_evidence: 1,
    });
  });

  it.each([
    ['a false attestation', { attestation: { accepted: false, version: '1' } }],
    ['a malformed day', { order_date: '11/20/2026' }],
    ['a day that is none', { order_date: '2026-02-30' }],
    ['a short NPI', { npi: '123456789' }],
    ['an NPI with letters', { npi: '12345678AB' }],
    ['a state in full', { license_state: 'New York' }],
    ['no license', { license_number: '' }],
    ['no physician', { physician_full_name: undefined }],
    ['no reference', { external_reference_id: undefined }],
    ['a large document', { document: documentOf(pdf, { content_length: 20_971_521 }) }],
    ['a text', { document: documentOf(pdf, { content_type: 'text/plain' }) }],
    ['an unknown field', { credentials: 'MD' }],
    // Also [GAP-37] [GAP-77]
  ])('is refused with %s [PEV-06] [PEV-07] [GAP-32]', async (_name, changes) => {
    const { status, error } = await create(changes);
    expect(status).toBe(400);
    expect(error.details).toEqual([expect.any(String)]);
  });

  it('comes after scheduling', async () => {
    const early = await readyToSchedule(partner);
    expect(await partner.post(under(early.appointmentId), physicianEvidenceBody())).toMatchObject({
      status: 409,
      code: 'SANDBOX_STEP_OUT_OF_ORDER',
    });
  });

  it('is another partner’s secret, appointment and all [PEV-01] [PEV-17] [AUTH-10]', async () => {
    const { data } = await create();
    const stranger = await harness.partner(onPaper);
    expect((await stranger.get(under(scheduled.appointmentId))).status).toBe(404);
    expect((await stranger.post(under(scheduled.appointmentId), physicianEvidenceBody())).status).toBe(404);
    expect((await stranger.get(`${physicianEvidence}/${data.id}`)).status).toBe(404);
    expect((await partner.get(under(nobody))).status).toBe(404);
    expect((await partner.get(under('not-an-id'))).status).toBe(400);
    // Consent evidence and physician evidence do not answer for each other.
    expect((await partner.get(`${consentEvidence}/${data.id}`)).status).toBe(409);
  });

  it('needs its two scopes [PEV-16]', async () => {
    const set = (scopes: string[]) => harness.control('PATCH', `/keys/${partner.prefix}`, { scopes });
    const { data } = await create();
    await set(['read:physician_order_evidence']);
    expect((await partner.get(under(scheduled.appointmentId))).status).toBe(200);
    expect((await partner.get(`${physicianEvidence}/${data.id}`)).status).toBe(200);
    expect((await create()).error.message).toContain('write:physician_order_evidence');
    expect((await complete(partner, physicianEvidence, data)).status).toBe(403);
    await set(['write:physician_order_evidence']);
    expect((await partner.get(under(scheduled.appointmentId))).status).toBe(403);
    expect((await partner.get(`${physicianEvidence}/${data.id}`)).status).toBe(403);
    expect((await partner.post(`${physicianEvidence}/${data.id}/upload-sessions`)).status).toBe(201);
  });

  it.each(['service_service', 'structured_api'])(
    'is refused to a %s appointment [GAP-04]',
    async (physician_order_mode) => {
      const other = await harness.partner({ physician_order_mode });
      const { appointmentId } = await order(other, 'DEXA');
      for (const { status, code } of [
        await other.get(under(appointmentId)),
        await other.post(under(appointmentId), physicianEvidenceBody()),
        await other.get(`${physicianEvidence}/${nobody}`),
        await other.post(`${physicianEvidence}/${nobody}/upload-sessions/${nobody}/complete`, {
          sha256: sha256Of(pdf),
        }),
      ])
        expect([status, code]).toEqual([409, 'SANDBOX_BRANCH_NOT_PROVISIONED']);
    },
  );

  it('continues for an appointment made before the key changed its branch [CFG-17]', async () => {
    await harness.control('PATCH', `/keys/${partner.prefix}`, { physician_order_mode: 'service_service' });
    const { data } = await create();
    expect((await hand(partner, physicianEvidence, data)).status).toBe('accepted');
    expect((await list()).items).toHaveLength(1);
  });
});

describe('the list of an appointment’s evidence', () => {
  it('is paged and filtered like that of consent evidence, and contains only its own evidence [PEV-01] [PEV-03]', async () => {
    const other = await schedule(partner);
    await partner.post(under(other.appointmentId), physicianEvidenceBody());
    const first = (await create()).data;
    const second = (await create({ external_reference_id: 'order-2' })).data;
    expect(await list()).toEqual({
      items: [first, second],
      pagination: { has_more: false, limit: 50, offset: 0, returned_count: 2 },
    });
    expect((await list('?external_reference_id=order-2')).items).toEqual([second]);
    expect((await list('?status=accepted')).items).toEqual([]);
    expect(await list('?limit=1')).toEqual({
      items: [first],
      pagination: { has_more: true, limit: 1, offset: 0, returned_count: 1 },
    });
    expect((await partner.get(`${under(scheduled.appointmentId)}?limit=101`)).status).toBe(400);
  });
});
