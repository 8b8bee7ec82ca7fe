/** The outcome of uploaded evidence: by the clock, by a setting, by the control plane. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Evidence, evidenceStatuses } from '../../server/contract/upstream-api/evidence.ts';
import { evidenceTransitions, statusAfter } from '../../server/sandbox/states/evidence-states.ts';
import { identify } from './booking.ts';
import { complete, consentEvidence, declareConsent, hand, upload } from './documents.ts';
import { advance, eachWithPartner, harness, partner, set } from './fresh-partner.ts';
import { nobody } from './sandbox-harness.ts';

let declared: Evidence;
let identityId: string;
eachWithPartner({ customer_consent_mode: 'api_partner_pdf' });
beforeEach(async () => {
  identityId = await identify(partner);
  declared = await declareConsent(partner, identityId);
});

const read = async ({ id } = declared) => (await partner.get<Evidence>(`${consentEvidence}/${id}`)).data;
const decide = (body: object, { id } = declared) =>
  harness.control<Evidence & { error?: string }>('POST', `/evidence/${id}/outcome`, body);
const events = async () => (await harness.control<{ events: number }>('GET', '/ledger')).json.events;

// Also [UPL-29] [UPL-30] [UPL-31] [GAP-34]
it('allows only the transitions of the state table [CEV-12] [UPL-27] [UPL-28]', () => {
  const allowed = (Object.keys(evidenceTransitions) as (keyof typeof evidenceTransitions)[]).flatMap((move) =>
    evidenceStatuses.flatMap((from) => {
      const to = statusAfter(move, from);
      return to === null ? [] : [`${from} ${to}`];
    }),
  );
  expect(allowed).toEqual([
    'awaiting_upload processing',
    'processing accepted',
    'processing rejected',
    'processing failed',
    'awaiting_upload abandoned',
    'accepted superseded',
    'accepted invalidated',
  ]);
});

describe('processing', () => {
  it('is accepted at once by default [UPL-30]', async () => {
    const before = await events();
    const data = await hand(partner, consentEvidence, declared);
    expect(data).toMatchObject({
      status: 'accepted',
      safe_reason_code: null,
      version: 3,
      upload_session: null,
    });
    expect(Date.parse(data.expires_at ?? '') - Date.parse(data.status_changed_at ?? '')).toBe(31_536_000_000);
    expect(await events()).toBe(before + 1);
  });

  it('takes as long as is set, on the sandbox’s clock [UPL-30] [GAP-41]', async () => {
    await set({ evidence_processing_seconds: 30 });
    const processing = await hand(partner, consentEvidence, declared);
    expect(processing.status).toBe('processing');
    await advance(28);
    expect((await read()).status).toBe('processing');
    await advance(5);
    const { status, status_changed_at } = await read();
    expect(status).toBe('accepted');
    expect(Date.parse(status_changed_at ?? '') - Date.parse(processing.status_changed_at ?? '')).toBe(30_000);
  });

  it('never ends by itself if the setting is null', async () => {
    await set({ evidence_processing_seconds: null });
    await hand(partner, consentEvidence, declared);
    await advance(30 * 24 * 3600);
    expect((await read()).status).toBe('processing');
  });

  it.each([
    ['rejected', 'evidence_hash_mismatch'],
    ['failed', 'evidence_processing_failed'],
  ])('ends %s if that is set, with its reason [UPL-31] [GAP-33]', async (outcome, reason) => {
    await set({ evidence_outcome: outcome });
    const before = await events();
    expect(await hand(partner, consentEvidence, declared)).toMatchObject({
      status: outcome,
      safe_reason_code: reason,
      expires_at: null,
    });
    expect(await events()).toBe(before + 1);
  });
});

describe('the control plane', () => {
  it.each(['accepted', 'rejected', 'failed'])('ends processing %s [UPL-30] [UPL-31]', async (status) => {
    await set({ evidence_processing_seconds: null });
    await hand(partner, consentEvidence, declared);
    const { status: answered, json } = await decide({ status });
    expect(answered).toBe(200);
    expect(json).toEqual(await read());
    expect(json.status).toBe(status);
  });

  it('gives its own reason [GAP-33]', async () => {
    await set({ evidence_processing_seconds: null });
    await hand(partner, consentEvidence, declared);
    const { json } = await decide({ status: 'rejected', safe_reason_code: 'signature_missing' });
    expect(json.safe_reason_code).toBe('signature_missing');
  });

  it.each(['superseded', 'invalidated'])(
    'moves accepted evidence to %s without an event [GAP-34] [WHK-44]',
    async (status) => {
      await hand(partner, consentEvidence, declared);
      const before = await events();
      expect((await decide({ status })).json.status).toBe(status);
      expect(await events()).toBe(before);
    },
  );

  it('abandons evidence that awaits its bytes, for good [UPL-27] [GAP-35]', async () => {
    await upload(declared);
    const { json } = await decide({ status: 'abandoned' });
    expect(json).toMatchObject({ status: 'abandoned', upload_session: null });
    expect((await complete(partner, consentEvidence, declared)).status).toBe(409);
    expect((await partner.post(`${consentEvidence}/${declared.id}/upload-sessions`)).status).toBe(409);
    for (const status of ['accepted', 'rejected', 'failed', 'abandoned', 'superseded', 'invalidated'])
      expect((await decide({ status })).status).toBe(409);
    expect(await read()).toEqual(json);
  });

  it('answers 409 to any other move, naming both ends [GAP-34]', async () => {
    for (const status of ['accepted', 'rejected', 'failed', 'superseded', 'invalidated']) {
      const { status: answered, json } = await decide({ status });
      expect(answered).toBe(409);
      expect(json.error).toContain(status);
    }
    await hand(partner, consentEvidence, declared);
    for (const status of ['accepted', 'rejected', 'failed', 'abandoned'])
      expect((await decide({ status })).status).toBe(409);
    expect((await read()).status).toBe('accepted');
  });

  it('answers 400 to a bad body, naming the field, and 404 to unknown evidence', async () => {
    for (const body of [{}, { status: 'processing' }, { status: 'done' }]) {
      const { status, json } = await decide(body);
      expect([status, json.error]).toEqual([400, expect.stringContaining('status')]);
    }
    expect((await decide({ status: 'accepted' }, { ...declared, id: nobody })).status).toBe(404);
    expect((await decide({ status: 'accepted', safe_reason_code: 'none' })).status).toBe(400);
  });
});

describe('time', () => {
  it('abandons evidence after seven days without its bytes, replaced sessions or not [GAP-35]', async () => {
    await advance(6 * 24 * 3600);
    await partner.post(`${consentEvidence}/${declared.id}/upload-sessions`);
    expect((await read()).status).toBe('awaiting_upload');
    await advance(24 * 3600 + 1);
    expect(await read()).toMatchObject({ status: 'abandoned', safe_reason_code: 'upload_not_completed' });
  });
});

describe('newer evidence', () => {
  it('of the same customer and test supersedes the older once it is accepted [GAP-34]', async () => {
    await hand(partner, consentEvidence, declared);
    const newer = await declareConsent(partner, identityId, { external_reference_id: 'consent-2' });
    expect((await read()).status).toBe('accepted');
    await hand(partner, consentEvidence, newer);
    expect((await read(newer)).status).toBe('accepted');
    expect(await read()).toMatchObject({ status: 'superseded', safe_reason_code: 'newer_evidence_accepted' });
  });

  it('of another test or customer does not change it [GAP-34]', async () => {
    await hand(partner, consentEvidence, declared);
    const another = await identify(partner, { external_customer_id: 'customer-2' });
    await hand(partner, consentEvidence, await declareConsent(partner, another));
    await hand(
      partner,
      consentEvidence,
      await declareConsent(partner, identityId, { canonical_test_type: 'VO2' }),
    );
    expect((await read()).status).toBe('accepted');
  });
});
