/** Errors that only the operator can correct: the server tries nothing else and loses nothing. */
import { beforeEach, describe, expect, it } from 'vitest';
import { at, questionnaireAnswers, untilReview } from '../../support/booking.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { pay, refusal, untilQuestionnaire } from '../../support/scripted-refusal.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { paperConsent, untilDocument, uploaded } from '../../support/upload-document.ts';

let service: FullApiServer;
beforeEach(async () => {
  service = await serverOfTest();
});

describe('Errors that only the operator can correct', () => {
  it.each([401, 403])('a %i stops the write, resumable with the same key [AUTH-16]', async (status) => {
    const clock = manualClock(Date.now());
    service = await serverOfTest({ clock });
    const sent = () =>
      service.wire.requests.filter(({ method, url }) => method === 'POST' && url === '/v1/orders');
    const customer = service.customer(`stopped-${status}`);
    await untilReview(customer, 'DEXA');
    await service.sandbox.fault('POST', '/v1/orders', refusal(status, null));
    let view = await customer.answer('review', pay);
    expect(view.notice?.code).toBe('stalled');
    clock.advance(60_000);
    await service.idle();
    expect(sent()).toHaveLength(1);
    view = await customer.retry();
    at(view, 'questionnaire');
    expect(sent()).toHaveLength(2);
    expect(new Set(sent().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it.each([401, 403])('a %i to a read of the server itself is not repeated by itself', async (status) => {
    const clock = manualClock(Date.now());
    service = await serverOfTest({ ...paperConsent, clock });
    const reads = (route: string) => service.wire.requests.filter(({ url }) => url.startsWith(route)).length;
    const counts = () => [reads('/v1/api-first/consent-evidence/'), reads('/v1/appointments?')];
    const customer = service.customer(`own-reads-${status}`);
    await untilDocument(customer);
    const always = { times: 50 };
    await service.sandbox.fault('GET', '/v1/api-first/consent-evidence/*', refusal(status, null), always);
    await service.sandbox.fault('GET', '/v1/appointments', refusal(status, null), always);
    expect((await customer.send('document', await uploaded(customer))).status).toBe(200);
    const pass = async () => {
      for (let halfMinutes = 0; halfMinutes < 20; halfMinutes++) {
        clock.advance(30_000);
        await service.idle();
      }
      return counts();
    };
    const first = await pass();
    expect(first.every((count) => count > 0)).toBe(true);
    expect(await pass()).toEqual(first);
  });

  it.each(['FLOW_ENDPOINT_MISMATCH', 'IDEMPOTENCY_CONFLICT', 'SOMETHING_NEW'])(
    '%s asks for support and tries nothing else',
    async (code) => {
      const customer = service.customer(`wiring-${code}`);
      const view = await untilQuestionnaire(customer);
      await service.sandbox.fault('POST', '/v1/appointments/*/schedule', refusal(409, { code }));
      const after = await customer.answer('questionnaire', questionnaireAnswers(view));
      expect(after.notice).toMatchObject({ code: 'support_needed', upstream_request_id: 'req_for_support' });
      expect(at(after, 'schedule').step).toBe('schedule');
      at(await customer.retry(), 'sent');
      expect((await service.sandbox.ledger()).schedule_requests).toBe(1);
    },
  );

  it('a write that the service calls keyless is our bug: it keeps its key and tries no other [ERR-09]', async () => {
    const clock = manualClock(Date.now());
    service = await serverOfTest({ clock });
    const customer = service.customer('keyless');
    await untilReview(customer, 'DEXA');
    await service.sandbox.fault('POST', '/v1/orders', refusal(400, ['Idempotency-Key is required']), {
      times: 9,
    });
    const view = await customer.answer('review', pay);
    expect(view.notice?.code).toBe('support_needed');
    clock.advance(60_000);
    await service.idle();
    const orders = service.wire.requests.filter(
      ({ method, url }) => method === 'POST' && url === '/v1/orders',
    );
    expect(orders.map(({ headers }) => headers['idempotency-key'])).toEqual([expect.any(String)]);
  });

  it('without a configuration there is no journey [CFG-30] [ERR-20] [T54]', async () => {
    const customer = service.customer('no-configuration');
    const isMismatch = () => service.logged().includes('configuration.mismatch');
    const open = async () => {
      const reply = await customer.call<{ code: string }>('POST', '/journeys', {});
      expect([reply.status, reply.body.code]).toEqual([503, 'configuration_unavailable']);
    };
    // A service that is away is no fault of the operator's settings.
    await service.sandbox.fault(
      'GET',
      '/v1/integration-configuration',
      { kind: 'drop_before' },
      { times: 9 },
    );
    await open();
    expect(isMismatch()).toBe(false);
    await service.sandbox.clearFaults();
    await service.sandbox.settings({ configuration_available: false });
    await open();
    expect(isMismatch()).toBe(true);
  });
});

describe('A key with another configuration', () => {
  it.each([
    ['a_new_consent_mode', 'service_service'],
    ['service_consent_api', 'a_new_physician_mode'],
  ])(
    'as %s with %s gets a problem that explains it, and no journey [CFG-09] [CFG-30] [T54]',
    async (consent, physician) => {
      const data = {
        configuration_version: 'cfg_9',
        customer_consent: { mode: consent },
        physician_order: { mode: physician },
        environment: 'staging',
        updated_at: '2026-01-01T00:00:00.000Z',
      };
      const body = { code: 200, data, error: null };
      await service.sandbox.fault('GET', '/v1/integration-configuration', {
        kind: 'status',
        status: 200,
        body,
      });
      const reply = await service.customer('other-branch').call<{ code: string }>('POST', '/journeys', {});
      expect([reply.status, reply.body.code]).toEqual([503, 'branch_not_supported']);
    },
  );

  it('for another environment than configured starts no journey and writes nothing [ENV-06] [ENV-09] [GAP-01]', async () => {
    service = await serverOfTest({ env: { UPSTREAM_ENVIRONMENT: 'production' } });
    const reply = await service.customer('wrong-place').call<{ code: string }>('POST', '/journeys', {});
    expect([reply.status, reply.body.code]).toEqual([503, 'environment_mismatch']);
    expect(service.wire.requests.map(({ method }) => method)).not.toContain('POST');
  });
});
