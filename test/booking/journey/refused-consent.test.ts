/** A consent that changed, that another session blocks, or that is no longer accepted. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  choosePlace,
  pickTimes,
  prescreenAnswers,
  profile,
  signConsent,
  untilReview,
} from '../../support/booking.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { pay, refusal } from '../../support/scripted-refusal.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { handIn, paperConsent, untilDocument } from '../../support/upload-document.ts';
import { voidEvidence } from '../../support/void-evidence.ts';

let service: FullApiServer;
beforeEach(async () => {
  service = await serverOfTest();
});

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
    [
      'is given up by its abandoned_at, whatever its status says',
      '2026-01-05T10:00:00.000Z',
      'open',
      'consent_changed',
    ],
    ['is not given up by a status alone', null, 'abandoned', 'consent_needed_again'],
  ])('in a session that %s [CONS-30]', async (_name, abandoned_at, status, code) => {
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
    expect(sent.length > 0).toBe(abandoned_at === null);
    expect((await customer.read()).notice?.code).toBe(code);
  });

  const finalize = '/v1/api-first/consent-sessions/*/finalize';
  async function untilConsent(name: string) {
    const customer = service.customer(name);
    const view = await choosePlace(customer, 'DEXA');
    await customer.answer('times', pickTimes(view));
    return { customer, view: await customer.answer('identity', profile) };
  }

  it('that was signed by a request whose response was lost takes the grant of the session [CONS-26]', async () => {
    const { customer, view } = await untilConsent('signed-already');
    await service.sandbox.fault('POST', finalize, { kind: 'drop_after' });
    const closed = refusal(409, { code: 'SANDBOX_SESSION_CLOSED' });
    await service.sandbox.fault('POST', finalize, closed, { skip: 1 });
    at(await customer.answer('consent', signConsent(view)), 'review');
    at(await customer.answer('review', pay), 'questionnaire');
    expect(await service.sandbox.ledger()).toMatchObject({ consent_sessions: 1, consent_grants: 1 });
  });

  it.each([400, 422])(
    'that changed while it was signed is shown again after a %i without a known code [GAP-23]',
    async (status) => {
      service = await serverOfTest({
        change: async ({ url }) => {
          if (url.endsWith('/finalize')) await service.sandbox.publish('consent', 'DEXA');
        },
      });
      const { customer, view } = await untilConsent(`stale-${status}`);
      await service.sandbox.fault('POST', finalize, refusal(status, { code: 'TEMPLATE_NOT_CURRENT' }));
      const again = await customer.answer('consent', signConsent(view));
      expect(again.notice?.code).toBe('consent_changed');
    },
  );

  it('that cannot be found for a moment is signed under the same key', async () => {
    const { customer, view } = await untilConsent('gone-for-a-moment');
    await service.sandbox.fault('POST', '/v1/api-first/consent-sessions', refusal(404, null), { times: 2 });
    await service.sandbox.fault('POST', finalize, refusal(404, null), { times: 2 });
    const signed = await customer.answer('consent', signConsent(view));
    expect(signed.notice).toBeNull();
    at(signed, 'review');
    const keys = service.wire.requests
      .filter(({ method, url }) => method === 'POST' && url.includes('/consent-sessions'))
      .map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([6, 2]);
  });

  it('whose grant is over already is asked for again, and the log says so [CONS-45]', async () => {
    service = await serverOfTest({
      rewrite: (_, answer) => {
        const { data } = (answer.body ?? {}) as { data?: { grant?: { expires_at?: string } } };
        if (data?.grant?.expires_at) data.grant.expires_at = '2026-01-05T10:00:00.000Z';
        return answer;
      },
    });
    const { customer, view } = await untilConsent('over-already');
    const again = await customer.answer('consent', signConsent(view));
    expect(again.notice?.code).toBe('consent_needed_again');
    at(again, 'consent');
    expect(service.logged()).toContain('"step":"consent","code":"consent_needed_again"');
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
      await service.sandbox.fault('POST', '/v1/orders', refusal(status, null), {
        // A 404 may pass, so it is repeated first.
        times: status === 404 ? 5 : 1,
      });
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

  it('that was withdrawn before the prescreen is requested again, although the refusal has no known code [GAP-31]', async () => {
    service = await serverOfTest(paperConsent);
    const customer = service.customer('withdrawn-at-prescreen');
    await untilDocument(customer, 'CALST');
    const asked = await handIn(customer);
    await voidEvidence(service, 'consent-evidence');
    const view = await customer.answer('prescreen', prescreenAnswers(asked));
    expect(view.notice?.code).toBe('consent_needed_again');
    const again = await handIn(customer);
    at(await customer.answer('prescreen', prescreenAnswers(again)), 'review');
  });
});
