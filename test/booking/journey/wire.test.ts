/**
 * Whose data leaves the server: of the customer, of the partner's hooks, and nothing that a page says of itself. The conformance suite
 * judges the form (operate/conformance/our-server.test.ts).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { JourneyView } from '../../../server/contract/journey-api/views.ts';
import { at, profile, questionnaireAnswers, untilReview } from '../../support/booking.ts';
import { type FullApiServer, origin } from '../../support/full-api-server.ts';
import { serverOfFile } from '../../support/server-of-test.ts';

let review: JourneyView;
const userAgent = 'A Browser/1.0 (of the customer)';

const service = await serverOfFile({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
beforeAll(async () => {
  const customer = service.customer('on-the-wire', {
    'user-agent': userAgent,
    'x-forwarded-for': '198.51.100.9, 203.0.113.24',
  });
  review = await untilReview(customer, 'CALST');
  const view = await customer.answer('review', { return_url: `${origin}/book` });
  await customer.answer('questionnaire', questionnaireAnswers(view));
});

describe('The identity', () => {
  // Also [IDN-08] [T28] [T92]
  it('has the complete profile under the partner’s id and no second address line [IDN-03] [IDN-04] [IDN-07]', () => {
    const { address_line_2: _, ...address } = profile.address;
    expect(service.wire.sent('/identities')).toEqual({
      external_customer_id: 'user-on-the-wire',
      first_name: profile.first_name,
      last_name: profile.last_name,
      email: profile.email,
      phone: profile.phone,
      date_of_birth: profile.date_of_birth,
      sex: profile.sex,
      address,
    });
  });
});

describe('The consent', () => {
  // Also [CONS-41] [T04]
  it('is signed with the address and browser of the customer, as the trusted proxy saw them [CONS-33] [CONS-35] [CONS-40]', () => {
    expect(service.wire.sent('/finalize')).toEqual({
      typed_name: 'Ines Okonkwo-Lindqvist',
      signer_role: 'self',
      electronic_signature_attestation: true,
      decisions: { testing_consent: true, hipaa_authorization: true, data_use: true, arbitration: true },
      customer_ip: '203.0.113.24',
      customer_user_agent: userAgent,
    });
  });
});

describe('The order', () => {
  it('has the payment of the hook [ORD-17]', () => {
    const sent = { external_payment_reference: `bill-${review.journey_id}` };
    expect(service.wire.sent('/orders')).toMatchObject(sent);
  });
});

describe('The questionnaire', () => {
  it('is read by the test type only before the order, as a preview [QST-02] [T17]', () => {
    const { requests } = service.wire;
    const isPreview = ({ url }: { url: string }) => /\/tests\/[^/]+\/scheduling-questionnaire$/.test(url);
    expect(requests.filter(isPreview).map(({ method }) => method)).toContain('GET');
    const ordered = requests.findIndex(({ method, url }) => method === 'POST' && url === '/v1/orders');
    expect(requests.slice(ordered).filter(isPreview)).toEqual([]);
  });
});

describe('A page with false data', () => {
  it('about address, browser, signer or branch is refused [CONS-42] [CFG-13]', async () => {
    const customer = service.customer('forger');
    const view = await untilConsent(customer);
    const shown = at(view, 'consent');
    const reply = await customer.call<{ code: string }>(
      'POST',
      `/journeys/${view.journey_id}`,
      {
        step: 'consent',
        answer: {
          content_hash: shown.content_hash,
          decisions: {},
          typed_name: 'A',
          attestation: true,
          customer_ip: '192.0.2.1',
          signer_role: 'guardian',
          customer_consent_mode: 'api_partner_pdf',
        },
      },
      { 'If-Match': `"${view.revision}"` },
    );
    expect([reply.status, reply.body.code]).toEqual([422, 'invalid_fields']);
  });
});

async function untilConsent(customer: ReturnType<FullApiServer['customer']>): Promise<JourneyView> {
  await untilReview(customer, 'DEXA');
  await customer.revisit('consent');
  if (!customer.view) throw new Error('no view');
  return customer.view;
}
