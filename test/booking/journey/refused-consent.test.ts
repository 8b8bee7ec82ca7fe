/** A consent that changed, that another session blocks, or that is no longer accepted. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at, choosePlace, pickTimes, profile, signConsent, untilReview } from '../../support/booking.ts';
import { type FullApiServer, startFullApiServer } from '../../support/full-api-server.ts';
import { pay, refusal } from '../../support/scripted-refusal.ts';

let service: FullApiServer;
beforeEach(async () => {
  service = await startFullApiServer();
});
afterEach(() => service.stop());

describe('The consent', () => {
  it('that changed since the page showed it is shown again [CONS-19] [T57]', async () => {
    const customer = service.customer('consent-changed');
    let view = await choosePlace(customer, 'DEXA');
    view = await customer.answer('times', pickTimes(view));
    view = await customer.answer('identity', profile);
    const signed = signConsent(view);
    await service.sandbox.publish('consent', 'DEXA');
    view = await customer.answer('consent', signed);
    expect(view.notice?.code).toBe('consent_changed');
    expect(at(view, 'consent').content_hash).not.toBe(signed.content_hash);
    at(await customer.answer('consent', signConsent(view)), 'review');
  });

  // Also [CONS-28] [T60]
  it('abandons an open session of an older text before it signs [CONS-24] [CONS-26] [ERR-38]', async () => {
    const customer = service.customer('consent-open');
    let view = await choosePlace(customer, 'DEXA');
    view = await customer.answer('times', pickTimes(view));
    view = await customer.answer('identity', profile);
    await service.sandbox.fault(
      'POST',
      '/v1/api-first/consent-sessions/*/finalize',
      refusal(409, { code: 'SANDBOX_TEMPLATE_STALE' }),
    );
    await customer.answer('consent', signConsent(view));
    await service.sandbox.publish('consent', 'DEXA');
    view = await customer.read();
    at(await customer.answer('consent', signConsent(view)), 'review');
    expect(await service.sandbox.ledger()).toMatchObject({ consent_sessions: 2, consent_grants: 1 });
  });

  it.each([
    ['is given up by its abandoned_at, whatever its status says', '2026-01-05T10:00:00.000Z', 'open', 0],
    ['is not given up by a status alone', null, 'abandoned', 1],
  ])('in a session that %s [CONS-30]', async (_name, abandoned_at, status, finalizes) => {
    const customer = service.customer(`abandoned-${status}`);
    let view = await choosePlace(customer, 'DEXA');
    view = await customer.answer('times', pickTimes(view));
    view = await customer.answer('identity', profile);
    const { customer_identity_id } = JSON.parse(
      service.wire.requests.find(({ url }) => url.endsWith('/identities'))?.answer ?? '{}',
    ).data as { customer_identity_id: string };
    const id = '0197d2a4-0000-7000-8000-00000000d001';
    const data = {
      id,
      canonical_test_type: 'DEXA',
      customer_identity_id,
      expires_at: '2031-01-01T00:00:00.000Z',
      finalized_at: null,
      abandoned_at,
      abandonment_reason: null,
      grant: null,
      status,
    };
    const body = { code: 201, data, error: null };
    await service.sandbox.fault('POST', '/v1/api-first/consent-sessions', {
      kind: 'status',
      status: 201,
      body,
    });
    await customer.answer('consent', signConsent(view));
    const sent = service.wire.requests.filter(({ url }) => url.endsWith(`/consent-sessions/${id}/finalize`));
    expect(sent).toHaveLength(finalizes);
    expect((await customer.read()).notice?.code).toBe('consent_changed');
  });

  it('with an open decision is not sent [CONS-37] [GAP-21]', async () => {
    const customer = service.customer('consent-open-decision');
    let view = await choosePlace(customer, 'DEXA');
    view = await customer.answer('times', pickTimes(view));
    view = await customer.answer('identity', profile);
    const signed = signConsent(view);
    const reply = await customer.send('consent', {
      ...signed,
      decisions: { ...signed.decisions, data_use: false },
    });
    expect(reply.status).toBe(422);
    expect((await service.sandbox.ledger()).consent_sessions).toBe(0);
  });

  it('that an order no longer accepts is requested again, then the same order carries it [ERR-36] [T14]', async () => {
    const customer = service.customer('grant-again');
    await untilReview(customer, 'DEXA');
    await service.sandbox.fault('POST', '/v1/orders', refusal(409, { code: 'CONSENT_GRANT_REQUIRED' }));
    const view = await customer.answer('review', pay);
    expect(view.notice?.code).toBe('consent_needed_again');
    at(await customer.answer('consent', signConsent(view)), 'questionnaire');
    const orders = (await service.sandbox.requests()).filter(
      ({ path, method }) => method === 'POST' && path === '/v1/orders',
    );
    expect(orders).toHaveLength(2);
    expect(new Set(orders.map((order) => order.idempotency_key)).size).toBe(1);
    expect(service.payments.asked).toHaveLength(1);
  });

  it.each([400, 404, 409, 422])(
    'that has ended is requested again after an order without a known code, with the status %i [GAP-31]',
    async (status) => {
      const customer = service.customer(`ended-${status}`);
      await untilReview(customer, 'DEXA');
      await service.sandbox.fault('POST', '/v1/orders', refusal(status, null));
      const data = { id: 'session', status: 'open', abandoned_at: '2026-01-05T10:00:00.000Z' };
      await service.sandbox.fault('GET', '/v1/api-first/consent-sessions/*', {
        ...{ kind: 'status', status: 200 },
        body: { code: 200, data, error: null },
      });
      const view = await customer.answer('review', pay);
      expect(view.notice?.code).toBe('consent_needed_again');
      at(await customer.answer('consent', signConsent(view)), 'questionnaire');
      expect(service.payments.asked).toHaveLength(1);
    },
  );
});
