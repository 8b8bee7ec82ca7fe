/** What leaves the server, word for word: listed fields only, whose address it is, and which ids travel on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JourneyView } from '../../../server/contract/journey-api/views.ts';
import { at, profile, questionnaireAnswers, untilReview } from '../../support/booking.ts';
import { type FullApiServer, origin, startFullApiServer } from '../../support/full-api-server.ts';

let service: FullApiServer;
let review: JourneyView;
const userAgent = 'A Browser/1.0 (of the customer)';

beforeAll(async () => {
  service = await startFullApiServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const customer = service.customer('on-the-wire', {
    'user-agent': userAgent,
    'x-forwarded-for': '198.51.100.9, 203.0.113.24',
  });
  review = await untilReview(customer, 'CALST');
  const view = await customer.answer('review', { return_url: `${origin}/book` });
  await customer.answer('questionnaire', questionnaireAnswers(view));
});
afterAll(() => service.stop());

type Body = Record<string, unknown>;

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
  // Also [CONS-19] [IDN-11]
  it('is created for the identity, with the text that was shown [CFG-20] [CONS-02] [CONS-18]', () => {
    const body = service.wire.sent<Body>('/consent-sessions');
    expect(Object.keys(body).sort()).toEqual([
      'canonical_test_type',
      'consent_template_version_id',
      'content_hash',
      'customer_identity_id',
    ]);
  });

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

describe('The prescreen and the order', () => {
  // Also [ORD-06] [CFG-22] [DISC-32] [DISC-47] [CONS-45] [T50]
  it('carry the same ids, customer and one consent source [PRE-17] [PRE-19] [ORD-05]', () => {
    const { prescreen, ...shared } = service.wire.sent<Body>('/submissions');
    const {
      external_payment_reference: reference,
      order_id: orderId,
      ...order
    } = service.wire.sent<Body>('/orders');
    expect(order).toEqual(shared);
    expect(Object.keys(order).sort()).toEqual([
      'catalog_id',
      'consent_grant_id',
      'customer',
      'customer_identity_id',
      'offering_id',
      'product_id',
      'test_id',
    ]);
    expect([typeof reference, typeof orderId]).toEqual(['string', 'string']);
    expect(prescreen).toMatchObject({ dob: '04/12/1979', pcp_consent: true });
  });

  // Also [ORD-08] [ORD-17] [T22] [T23]
  it('send the payment with the order only, and the order id of the prescreen with it [PRE-18] [PRE-21] [ORD-07]', () => {
    expect(service.wire.sent('/submissions')).not.toHaveProperty('external_payment_reference');
    expect(service.wire.sent('/orders')).toMatchObject({
      external_payment_reference: `bill-${review.journey_id}`,
      order_id: expect.any(String),
    });
  });

  it('write the date of birth once with slashes and once with dashes [PRE-07] [ORD-04] [T24]', () => {
    const body = service.wire.sent<{ customer: Body; prescreen: Body }>('/submissions');
    expect([body.prescreen.dob, body.customer.date_of_birth]).toEqual(['04/12/1979', '1979-04-12']);
  });
});

describe('The questionnaire', () => {
  // Also [T21]
  it('is read for the appointment before it is sent under that id and hash, without its copy [QST-04] [QST-09] [QST-12]', () => {
    const { requests } = service.wire;
    const read = requests.findIndex(
      ({ method, url }) => method === 'GET' && url.endsWith('/scheduling-questionnaire'),
    );
    const sent = requests.findIndex(
      ({ method, url }) => method === 'POST' && url.endsWith('/scheduling-questionnaire'),
    );
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(sent);
    const body = service.wire.sent<Body>('/scheduling-questionnaire');
    expect(Object.keys(body).sort()).toEqual([
      'acknowledgements',
      'answers',
      'content_hash',
      'questionnaire_definition_id',
    ]);
    const values = [...Object.values(body.answers as Body), ...Object.values(body.acknowledgements as Body)];
    expect(new Set(values.map((value) => typeof value))).toEqual(new Set(['boolean']));
  });

  it('is read by the test type only before the order, as a preview [QST-02] [T17]', () => {
    const { requests } = service.wire;
    const isPreview = ({ url }: { url: string }) => /\/tests\/[^/]+\/scheduling-questionnaire$/.test(url);
    expect(requests.filter(isPreview).map(({ method }) => method)).toContain('GET');
    const ordered = requests.findIndex(({ method, url }) => method === 'POST' && url === '/v1/orders');
    expect(requests.slice(ordered).filter(isPreview)).toEqual([]);
  });
});

describe('Every request', () => {
  // Also [VER-01]
  it('goes to the configured base under /v1 with the key, and carries nothing of the browser [ENV-01] [ENV-03] [AUTH-01]', () => {
    for (const { url, headers } of service.wire.requests) {
      expect(url).toMatch(/^\/v1\//);
      expect(headers['x-api-key']).toMatch(/^[^.]+\..+$/);
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('dpop');
      expect(headers).not.toHaveProperty('x-forwarded-for');
    }
  });

  // Also [DISC-07] [T46]
  it('pairs latitude and longitude and lists the test types with commas [DISC-03] [DISC-04] [DISC-05]', () => {
    const searches = service.wire.requests.filter(({ url }) => url.startsWith('/v1/locations?'));
    expect(searches.length).toBeGreaterThan(0);
    for (const { url } of searches) {
      const query = new URL(url, 'http://upstream').searchParams;
      expect(query.has('lat')).toBe(query.has('lng'));
      expect(query.has('radius_miles') && !query.has('lat')).toBe(false);
      expect(query.get('test_types')).toBe('CALST');
    }
  });

  it('reads the appointment after the request, for its current state [APT-09] [ORD-18]', () => {
    const { requests } = service.wire;
    const requested = requests.findIndex(({ method, url }) => method === 'POST' && url.endsWith('/schedule'));
    expect(
      requests
        .slice(requested)
        .some(({ method, url }) => method === 'GET' && /appointments\/[0-9a-f-]{36}$/.test(url)),
    ).toBe(true);
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
