/** Consent evidence as the consent source of prescreen submissions and orders. */
import { describe, expect, it } from 'vitest';
import type { Order } from '../../server/contract/upstream-api/orders.ts';
import { consent, identify, prescreenBody } from './booking.ts';
import { consentEvidence, consentOnPaper, declareConsent, hand, type OnPaper, upload } from './documents.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { nobody } from './sandbox-harness.ts';

eachWithPartner({ customer_consent_mode: 'api_partner_pdf' });

const order = (ready: OnPaper, changes: object = {}, by = partner) =>
  by.post<Order>('/v1/orders', {
    ...ready.identifiers,
    external_payment_reference: 'payment-1',
    ...changes,
  });
const prescreen = (ready: OnPaper, changes: object = {}) =>
  partner.post<{ order_id: string }>('/v1/tests/CALST/prescreen-form/submissions', {
    ...ready.identifiers,
    prescreen: prescreenBody(),
    ...changes,
  });
const citing = (partner_consent_evidence_id: string) => ({ partner_consent_evidence_id });

describe('accepted evidence', () => {
  it('carries an order [UPL-30]', async () => {
    const { status, data } = await order(await consentOnPaper(partner, 'DEXA'));
    expect(status).toBe(201);
    expect(data.appointments).toHaveLength(1);
  });

  it('carries a prescreen and then its order [PRE-17]', async () => {
    const ready = await consentOnPaper(partner, 'CALST');
    const submitted = await prescreen(ready);
    expect(submitted.status).toBe(201);
    expect((await order(ready, submitted.data)).status).toBe(201);
  });

  it('still carries one after the key moved to the other branch [CFG-16] [CFG-17]', async () => {
    const ready = await consentOnPaper(partner, 'DEXA');
    await harness.control('PATCH', `/keys/${partner.prefix}`, {
      customer_consent_mode: 'service_consent_api',
    });
    expect((await order(ready)).status).toBe(201);
  });
});

describe('an order and a prescreen', () => {
  const refusedFor = async (ready: OnPaper, changes: object) => {
    const answers = [await order(ready, changes), await prescreen(ready, changes)];
    return answers.map(({ status, code }) => `${status} ${code}`);
  };
  const notUsable = Array(2).fill('409 SANDBOX_CONSENT_NOT_USABLE');
  const wrongSource = Array(2).fill('400 SANDBOX_CONSENT_SOURCE');

  it('are refused with no source or with two [CFG-23] [GAP-03]', async () => {
    const ready = await consentOnPaper(partner, 'CALST');
    expect(await refusedFor(ready, { partner_consent_evidence_id: undefined })).toEqual(wrongSource);
    expect(await refusedFor(ready, { consent_grant_id: nobody })).toEqual(wrongSource);
  });

  it('are refused with the source of the other branch [CFG-23] [GAP-03]', async () => {
    const ready = await consentOnPaper(partner, 'CALST');
    const grant = { consent_grant_id: nobody, partner_consent_evidence_id: undefined };
    expect(await refusedFor(ready, grant)).toEqual(wrongSource);
    const byService = await harness.partner();
    const identityId = await identify(byService);
    await consent(byService, identityId, 'CALST');
    const { code } = await order(ready, { customer_identity_id: identityId }, byService);
    expect(code).toBe('SANDBOX_CONSENT_SOURCE');
  });

  it('are refused with evidence that awaits its bytes or is processing [CEV-21] [GAP-31]', async () => {
    const ready = await consentOnPaper(partner, 'CALST');
    const newer = await declareConsent(partner, ready.identityId, { canonical_test_type: 'CALST' });
    expect(await refusedFor(ready, citing(newer.id))).toEqual(notUsable);
    await upload(newer);
    expect(await refusedFor(ready, citing(newer.id))).toEqual(notUsable);
    await harness.control('PATCH', '/settings', { evidence_processing_seconds: null });
    await hand(partner, consentEvidence, newer);
    expect(await refusedFor(ready, citing(newer.id))).toEqual(notUsable);
  });

  it.each(['rejected', 'failed'])(
    'are refused with %s evidence [CEV-21] [GAP-31]',
    async (evidence_outcome) => {
      await harness.control('PATCH', '/settings', { evidence_outcome });
      expect(await refusedFor(await consentOnPaper(partner, 'CALST'), {})).toEqual(notUsable);
    },
  );

  it.each(['superseded', 'invalidated'])(
    'are refused with evidence that was %s since [CEV-21] [GAP-31]',
    async (status) => {
      const ready = await consentOnPaper(partner, 'CALST');
      await harness.control('POST', `/evidence/${ready.evidence.id}/outcome`, { status });
      expect(await refusedFor(ready, {})).toEqual(notUsable);
    },
  );

  it('are refused with abandoned evidence [CEV-21] [GAP-31]', async () => {
    const ready = await consentOnPaper(partner, 'CALST');
    const newer = await declareConsent(partner, ready.identityId, { canonical_test_type: 'CALST' });
    await harness.control('POST', `/evidence/${newer.id}/outcome`, { status: 'abandoned' });
    expect(await refusedFor(ready, citing(newer.id))).toEqual(notUsable);
  });

  it('are rejected with evidence of another test, customer or partner, or with unknown evidence [CEV-21] [GAP-31]', async () => {
    const ready = await consentOnPaper(partner, 'CALST');
    const dexa = await declareConsent(partner, ready.identityId);
    const another = await identify(partner, { external_customer_id: 'customer-2' });
    const theirs = await declareConsent(partner, another, { canonical_test_type: 'CALST' });
    const stranger = await harness.partner({ customer_consent_mode: 'api_partner_pdf' });
    const strangers = await consentOnPaper(stranger, 'CALST');
    await hand(partner, consentEvidence, dexa);
    await hand(partner, consentEvidence, theirs);
    for (const id of [dexa.id, theirs.id, strangers.evidence.id, nobody])
      expect(await refusedFor(ready, citing(id))).toEqual(notUsable);
  });

  it('are refused with evidence that has expired [GAP-31]', async () => {
    const ready = await consentOnPaper(partner, 'CALST');
    await harness.control('POST', '/clock', { advance_seconds: 31_536_001 });
    expect(await refusedFor(ready, {})).toEqual(notUsable);
  });
});
