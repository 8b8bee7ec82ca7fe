/** The provisioned configuration of a key, and what a change does not affect. */
import { describe, expect, it } from 'vitest';
import {
  configuration,
  consentModes,
  physicianModes,
} from '../../server/contract/upstream-api/configuration.ts';
import type { ConsentSession } from '../../server/contract/upstream-api/consent.ts';
import {
  answerQuestionnaire,
  finalizeBody,
  identify,
  order,
  orderBody,
  readyToOrder,
  sessionBody,
  submitPrescreen,
} from './booking.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { partnerOf } from './sandbox-harness.ts';

eachWithPartner();

const toPartnerPdf = () =>
  harness.control('PATCH', `/keys/${partner.prefix}`, {
    customer_consent_mode: 'api_partner_pdf',
  });

describe('the integration configuration', () => {
  it.each(
    consentModes.flatMap((consent) => physicianModes.map((physician) => [consent, physician] as const)),
  )(
    // Also [CFG-06] [CFG-07] [CFG-08] [ENV-04] [ENV-16]
    'shows a permanent key of %s and %s its two modes [CFG-01] [CFG-03] [CFG-05]',
    async (consent, physician) => {
      const { json } = await harness.control<{ keys: Record<string, string>[] }>('GET', '/keys');
      const key = json.keys.find(
        (each) =>
          each.flow === 'full_api' &&
          each.customer_consent_mode === consent &&
          each.physician_order_mode === physician,
      );
      const { data } = await partnerOf(harness.url, key?.api_key ?? '').get('/v1/integration-configuration');
      configuration.parse(data);
      expect(data).toEqual({
        configuration_version: 'cfg_1',
        customer_consent: { mode: consent },
        physician_order: { mode: physician },
        environment: 'staging',
        updated_at: expect.any(String),
      });
    },
  );

  it('gets a new version with a change of mode, and with nothing else [CFG-16] [GAP-01]', async () => {
    await harness.control('PATCH', `/keys/${partner.prefix}`, { scopes: [] });
    expect((await partner.get('/v1/integration-configuration')).data).toMatchObject({
      configuration_version: 'cfg_1',
    });
    await toPartnerPdf();
    const { data } = await partner.get('/v1/integration-configuration');
    expect(data).toMatchObject({
      configuration_version: 'cfg_2',
      customer_consent: { mode: 'api_partner_pdf' },
    });
  });
});

describe('a workflow begun before a change of configuration', () => {
  it('finalizes its consent session and orders on that grant [CFG-16] [CFG-17]', async () => {
    const identityId = await identify(partner);
    const session = await partner.post<ConsentSession>(
      '/v1/api-first/consent-sessions',
      await sessionBody(partner, identityId, 'DEXA'),
    );
    await toPartnerPdf();
    const path = `/v1/api-first/consent-sessions/${session.data.id}/finalize`;
    expect((await partner.post(path, finalizeBody())).status).toBe(201);
  });

  it('orders a prescreen under the configuration of the prescreen [CFG-16] [CFG-17]', async () => {
    const ready = await readyToOrder(partner, 'CALST');
    const { data } = await submitPrescreen(partner, ready);
    await toPartnerPdf();
    const withoutSource = orderBody(ready, {
      order_id: data.order_id,
      consent_grant_id: undefined,
    });
    expect((await partner.post('/v1/orders', withoutSource)).code).toBe('CONSENT_GRANT_REQUIRED');
    expect((await partner.post('/v1/orders', orderBody(ready, data))).status).toBe(201);
  });

  it('continues with its appointment, which does not name a configuration [CFG-17] [GAP-06]', async () => {
    const ordered = await order(partner, 'DEXA');
    await toPartnerPdf();
    expect((await answerQuestionnaire(partner, ordered)).status).toBe(201);
    const read = await partner.get(ordered.appointmentPath);
    expect(read.status).toBe(200);
    expect(JSON.stringify(read.data)).not.toMatch(/cfg_|configuration|consent_mode|physician_order_mode/);
  });

  it('signs no browser in: that is the partner’s own [GAP-104]', async () => {
    expect((await partner.post('/v1/token', {})).status).toBe(404);
  });

  it('while a new one follows the new configuration [CFG-16]', async () => {
    await toPartnerPdf();
    const { status, code } = await partner.get('/v1/api-first/consent-bundles/DEXA');
    expect(status).toBe(409);
    expect(code).toBe('CUSTOMER_CONSENT_NOT_REQUIRED');
  });
});
