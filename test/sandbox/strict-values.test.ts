/** Values that a careful service refuses: only with the setting `strict_values`. */
import { describe, expect, it } from 'vitest';
import {
  consentEvidence,
  consentEvidenceBody,
  physicianEvidenceBody,
} from '../../server/operate/conformance/evidence-steps.ts';
import { identityBody, orderBody, readyToOrder, schedule } from './booking.ts';
import { clockBefore, confirmed } from './confirmed-appointment.ts';
import { eachWithPartner, harness, partner, set } from './fresh-partner.ts';

eachWithPartner();

const tomorrow = () => new Date(Date.now() + 2 * 86_400_000).toISOString();
const dateOf = (time: string) => time.slice(0, 10);

/** Sends a request with and without the setting. @returns both statuses and what the refusal says */
async function both(send: (turn: number) => Promise<{ status: number; error: { details: unknown } | null }>) {
  const usual = await send(0);
  await set({ strict_values: true });
  const strict = await send(1);
  await set({ strict_values: false });
  return [usual.status, strict.status, strict.error?.details];
}

describe('with strict_values', () => {
  it('a blank reference of a payment is refused', async () => {
    const ready = await readyToOrder(partner, 'DEXA');
    const body = orderBody(ready, { external_payment_reference: ' ' });
    expect(await both(() => partner.post('/v1/orders', body))).toEqual([
      ...[201, 400, ['external_payment_reference: must not be blank']],
    ]);
  });

  it('a birth in the future is refused', async () => {
    const body = identityBody({ date_of_birth: dateOf(tomorrow()) });
    expect(await both(() => partner.post('/v1/api-first/identities', body))).toEqual([
      ...[201, 400, ['date_of_birth: must not be in the future']],
    ]);
  });

  it('an event that is named twice is refused', async () => {
    const body = {
      callback_url: 'https://clinic.example/webhooks',
      subscribed_events: ['appointment.created', 'appointment.created'],
      partner_evidence_webhooks_enabled: false,
    };
    expect(await both(() => partner.post('/v1/webhook-endpoints', body))).toEqual([
      ...[201, 400, ['subscribed_events: must not repeat an event']],
    ]);
  });

  it('a reschedule to the confirmed time is refused', async () => {
    const appointment = await confirmed(harness, partner);
    await clockBefore(harness, appointment.scheduledFor, 2 * 86_400);
    await set({ strict_values: true });
    const body = { new_requested_date: appointment.scheduledFor };
    const path = `${appointment.path}/reschedule`;
    const { status, error } = await partner.post(path, body);
    expect([status, error.details]).toEqual([400, ['new_requested_date: is the confirmed time']]);
  });

  it('a signature in the future is refused', async () => {
    const onPaper = await harness.partner({ customer_consent_mode: 'api_partner_pdf' });
    const { data } = await onPaper.post<{ customer_identity_id: string }>(
      '/v1/api-first/identities',
      identityBody(),
    );
    const body = consentEvidenceBody(onPaper, data.customer_identity_id, { signed_at: tomorrow() });
    expect(await both(() => onPaper.post(consentEvidence, body))).toEqual([
      ...[201, 400, ['signed_at: must not be in the future']],
    ]);
  });

  it("a physician's order of a day to come is refused", async () => {
    const onPaper = await harness.partner({ physician_order_mode: 'api_partner_pdf' });
    const { id: appointmentId } = await schedule(onPaper);
    const path = `/v1/api-first/appointments/${appointmentId}/physician-order-evidence`;
    const body = physicianEvidenceBody(onPaper, { order_date: dateOf(tomorrow()) });
    expect(await both(() => onPaper.post(path, body))).toEqual([
      ...[201, 400, ['order_date: must not be in the future']],
    ]);
  });
});

it('reads an id in a path without regard to case', async () => {
  const { id: appointmentId } = await schedule(partner);
  const path = `/v1/appointments/${appointmentId.toUpperCase()}`;
  expect((await partner.get<{ appointment_id: string }>(path)).data.appointment_id).toBe(appointmentId);
});

it("reads an id in a query or a body without regard to case, and keeps a partner's own id as it is", async () => {
  const { id: appointmentId, ...ready } = await schedule(partner);
  const query = `appointment_id=${appointmentId.toUpperCase()}`;
  const { data } = await partner.get<{ items: object[] }>(`/v1/appointments?${query}`);
  expect(data.items).toMatchObject([{ appointment_id: appointmentId }]);
  const capitals = Object.fromEntries(
    ['customer_identity_id', 'consent_grant_id', 'catalog_id', 'offering_id', 'product_id', 'test_id'].map(
      (name) => [name, String(ready.identifiers[name]).toUpperCase()],
    ),
  );
  expect((await partner.post('/v1/orders', orderBody(ready, capitals))).status).toBe(201);
  const own = identityBody({ external_customer_id: 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11' });
  expect((await partner.post('/v1/api-first/identities', own)).data).toMatchObject({
    external_customer_id: own.external_customer_id,
  });
});

it('compares an ETag weakly, and knows the star', async () => {
  const path = '/v1/api-first/consent-bundles/DEXA';
  const etag = (await partner.get(path)).headers.get('etag') ?? '';
  const statuses = [];
  for (const tags of [etag, `W/${etag}`, `"other" , W/${etag}`, '*', '"other"', `W/"other"`])
    statuses.push((await partner.get(path, { 'if-none-match': tags })).status);
  expect(statuses).toEqual([304, 304, 304, 304, 200, 200]);
});

it('refuses null as the body of a cancellation, and cancels without a body', async () => {
  const { path: appointmentPath } = await schedule(partner);
  const { status, error } = await partner.post(`${appointmentPath}/cancel`, null);
  expect([status, error.details]).toEqual([400, [expect.stringContaining('expected object')]]);
  expect((await partner.post(`${appointmentPath}/cancel`, undefined)).status).toBe(200);
});
