/** A service that lets a customer have one open consent session: it is remembered, found in a refusal, and replaced (GAP-25, GAP-26). */
import { describe, expect, it } from 'vitest';
import { at, choosePlace, pickTimes, profile, signConsent, untilSent } from '../support/booking.ts';
import type { FullApiServer } from '../support/full-api-server.ts';
import type { Rewrite } from '../support/recording-proxy.ts';
import { serverOfTest } from '../support/server-of-test.ts';

let service: FullApiServer;

async function start(rewrite: Rewrite) {
  service = await serverOfTest({ rewrite });
  const customer = service.customer('ines');
  await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
  return customer;
}

/** The service refuses another session while one is open, and says so in its own way. */
function refusingWhileOpen(
  detailsOf: (openId: string) => object,
  { elsewhere = false } = {},
): { rewrite: Rewrite; abandoned: string[] } {
  let open: string | null = null;
  let toldElsewhere = !elsewhere;
  const abandoned: string[] = [];
  const rewrite: Rewrite = ({ method, url }, answer) => {
    const body = answer.body as { data?: { id?: string } } | undefined;
    const abandon = /consent-sessions\/([^/]+)\/abandon$/.exec(url);
    if (abandon && answer.status < 300) {
      abandoned.push(abandon[1] ?? '');
      open = null;
    }
    if (method !== 'POST' || !url.endsWith('/consent-sessions') || answer.status >= 300) return answer;
    const isFirst = open === null && toldElsewhere;
    open ??= body?.data?.id ?? '';
    if (isFirst) return answer;
    toldElsewhere = true;
    const details = { code: 'CONSENT_SESSION_OPEN', ...detailsOf(open) };
    const timestamp = new Date().toISOString();
    const error = { details, message: 'open', path: url, request_id: 'open-1', timestamp };
    return { ...answer, status: 409, body: { code: 409, data: null, error } };
  };
  return { rewrite, abandoned };
}

describe('A rejected signature', () => {
  const error = {
    details: null,
    message: 'no',
    path: '/',
    request_id: 'r',
    timestamp: '2026-01-05T10:00:00Z',
  };
  const refuseOnce = () =>
    service.sandbox.fault('POST', '/v1/api-first/consent-sessions/*/finalize', {
      kind: 'status',
      status: 409,
      body: { code: 409, data: null, error },
    });

  it('is repeated: its session is remembered, abandoned and replaced, without a name in the response [GAP-26]', async () => {
    const { rewrite, abandoned } = refusingWhileOpen(() => ({}));
    const customer = await start(rewrite);
    const view = await customer.answer('identity', profile);
    await refuseOnce();
    const again = await customer.answer('consent', signConsent(view));
    at(again, 'consent');
    at(await customer.answer('consent', signConsent(again)), 'review');
    expect(abandoned).toHaveLength(1);
  });

  it('is remembered when the customer starts over [GAP-26]', async () => {
    const { rewrite, abandoned } = refusingWhileOpen(() => ({}));
    const customer = await start(rewrite);
    const view = await customer.answer('identity', profile);
    await refuseOnce();
    at(await customer.answer('consent', signConsent(view)), 'consent');
    await customer.open({ start_over: true });
    const next = await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
    await untilSent(customer, next);
    expect(abandoned).toHaveLength(1);
    expect(await service.sandbox.ledger()).toMatchObject({ orders: 1 });
  });
});

describe('A session that was opened elsewhere', () => {
  it.each<[string, (id: string) => object]>([
    ['on top', (id) => ({ session_id: id })],
    ['under another name', (id) => ({ open_session_id: id })],
    ['deep within', (id) => ({ conflict: [{ with: { session: { id, kind: 'consent' } } }] })],
  ])('is abandoned and replaced when it is named %s [GAP-26]', async (_, detailsOf) => {
    const { rewrite, abandoned } = refusingWhileOpen(detailsOf, { elsewhere: true });
    const customer = await start(rewrite);
    const view = await customer.answer('identity', profile);
    at(await customer.answer('consent', signConsent(view)), 'review');
    expect(abandoned).toHaveLength(1);
  });

  it('is reported to the operator when no response names it [GAP-26]', async () => {
    const { rewrite } = refusingWhileOpen(() => ({}), { elsewhere: true });
    const customer = await start(rewrite);
    const stuck = await customer.answer('consent', signConsent(await customer.answer('identity', profile)));
    expect(stuck.notice).toMatchObject({ code: 'assumption_unmet', upstream_request_id: 'open-1' });
    expect(service.logged().match(/"assumption.unmet","entry":"consent.sessionIdKeys"/g)).toHaveLength(1);
  });
});
