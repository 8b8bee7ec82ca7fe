/** Events of partner evidence: their content, and that only endpoints that opted in receive them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { identify, schedule } from './booking.ts';
import {
  consentEvidence,
  declareConsent,
  hand,
  physicianEvidence,
  physicianEvidenceBody,
} from './documents.ts';
import { openReceiver, type Receiver, register } from './receiver.ts';
import { type Harness, openHarness, type Partner } from './sandbox-harness.ts';

let harness: Harness;
let receiver: Receiver;
beforeAll(async () => {
  harness = await openHarness();
});
beforeEach(async () => {
  await harness.control('POST', '/reset');
  receiver = await openReceiver();
  return () => receiver.close();
});
afterAll(() => harness.close());

const outcomes = ['accepted', 'rejected', 'failed'] as const;

async function evidenceEvents() {
  await harness.control('POST', '/clock', { advance_seconds: 0 });
  return receiver.received.map(({ event }) => event).filter(({ type }) => type.includes('evidence'));
}

async function consentHandedIn(partner: Partner) {
  const identityId = await identify(partner);
  return {
    identityId,
    evidence: await hand(partner, consentEvidence, await declareConsent(partner, identityId)),
  };
}

describe.each(outcomes)('evidence that ends %s', (outcome) => {
  beforeEach(() => harness.control('PATCH', '/settings', { evidence_outcome: outcome }));

  it('receives the events of a consent [WHK-22] [GAP-89] [GAP-90]', async () => {
    const partner = await harness.partner({ customer_consent_mode: 'api_partner_pdf' });
    await register(partner, receiver.url);
    const { identityId, evidence } = await consentHandedIn(partner);
    const [event, ...more] = await evidenceEvents();
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: `customer_consent_evidence.${outcome}`, sequence: 1 });
    expect(event?.data.object).toEqual({
      evidence_id: evidence.id,
      status: outcome,
      safe_reason_code: outcome === 'accepted' ? null : expect.any(String),
      appointment_id: null,
      customer_identity_id: identityId,
      external_reference_id: 'consent-1',
    });
  });

  it("receives the events of a physician's order [WHK-23] [GAP-89]", async () => {
    const partner = await harness.partner({ physician_order_mode: 'api_partner_pdf' });
    await register(partner, receiver.url);
    const { appointmentId } = await schedule(partner);
    const path = `/v1/api-first/appointments/${appointmentId}/physician-order-evidence`;
    const { data } = await partner.post<Parameters<typeof hand>[2]>(path, physicianEvidenceBody());
    await hand(partner, physicianEvidence, data);
    expect(await evidenceEvents()).toMatchObject([
      {
        type: `physician_order_evidence.${outcome}`,
        sequence: 1,
        data: { object: { evidence_id: data.id, status: outcome, appointment_id: appointmentId } },
      },
    ]);
  });
});

describe('an endpoint receives no evidence events', () => {
  it.each([
    ['that did not opt in', { partner_evidence_webhooks_enabled: false }],
    ['that does not subscribe to it', { subscribed_events: ['customer_consent_evidence.rejected'] }],
  ])('%s [WHK-24]', async (_name, changes) => {
    const partner = await harness.partner({ customer_consent_mode: 'api_partner_pdf' });
    await register(partner, receiver.url, changes);
    await consentHandedIn(partner);
    expect(await evidenceEvents()).toEqual([]);
    expect((await harness.control('GET', '/ledger')).json).toMatchObject({ events: 1 });
  });
});
