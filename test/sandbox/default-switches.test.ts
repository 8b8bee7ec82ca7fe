/** The sandbox's defaults for what the specification leaves open, and the settings that change them. */
import { describe, expect, it } from 'vitest';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import type { OfferingProduct } from '../../server/contract/upstream-api/offerings.ts';
import {
  answerQuestionnaire,
  customerBody,
  identityBody,
  offeredTimes,
  offeringPath,
  order,
  orderBody,
  pairOf,
  readyToOrder,
  readyToSchedule,
  schedule,
} from './booking.ts';
import { takeBreaches } from './exchange-check.ts';
import { eachWithPartner, harness, partner, set } from './fresh-partner.ts';
import { type Partner, partnerOf } from './sandbox-harness.ts';

eachWithPartner();

describe('height and weight', () => {
  it('are left out unless the setting makes them mandatory [GAP-47]', async () => {
    const ready = await readyToOrder(partner, 'DEXA');
    expect((await partner.post('/v1/orders', orderBody(ready))).status).toBe(201);
    await set({ height_and_weight_required: true });
    const { status, error } = await partner.post(
      '/v1/orders',
      orderBody(ready, { customer: customerBody({ height: 66 }) }),
    );
    expect([status, error.details]).toEqual([
      400,
      { code: 'INVALID_CUSTOMER_PROFILE', field_errors: {}, missing_fields: ['weight'] },
    ]);
    const customer = customerBody({ height: 66, weight: 150 });
    expect((await partner.post('/v1/orders', orderBody(ready, { customer }))).status).toBe(201);
  });
});

describe('the two other names of an appointment status', () => {
  const statusOf = async (path: string) => (await partner.get<Appointment>(path)).data.status;

  it('are shown only if a setting asks for them [GAP-55]', async () => {
    const { id: appointmentId, path: appointmentPath, pair } = await schedule(partner);
    const transition = `/appointments/${appointmentId}/transition`;
    expect(await statusOf(appointmentPath)).toBe('pending_confirmation');
    await set({ appointment_status_aliases: ['requested', 'rescheduled'] });
    expect(await statusOf(appointmentPath)).toBe('requested');
    await harness.control('POST', transition, { to: 'confirmed' });
    expect(await statusOf(appointmentPath)).toBe('confirmed');
    const scheduled_for = (await offeredTimes(partner, pair)).at(-1);
    await harness.control('POST', transition, { to: 'rescheduled', scheduled_for });
    expect(await statusOf(appointmentPath)).toBe('rescheduled');
    await set({ appointment_status_aliases: [] });
    expect(await statusOf(appointmentPath)).toBe('confirmed');
  });
});

describe('the prescreen requirement', () => {
  const needs = async (testType: 'CALST' | 'DEXA') =>
    (await partner.get<OfferingProduct>(`${offeringPath(pairOf(testType))}/products`)).data.product
      .is_prescreening_required;

  it('follows the setting, on the product and on the order [GAP-97]', async () => {
    expect([await needs('CALST'), await needs('DEXA')]).toEqual([true, false]);
    await set({ prescreen_required_for: ['DEXA'] });
    expect([await needs('CALST'), await needs('DEXA')]).toEqual([false, true]);
    const dexa = await readyToOrder(partner, 'DEXA');
    expect(await partner.post('/v1/orders', orderBody(dexa))).toMatchObject({
      status: 409,
      code: 'SANDBOX_STEP_OUT_OF_ORDER',
    });
    const calst = await readyToOrder(partner, 'CALST');
    expect((await partner.post('/v1/orders', orderBody(calst))).status).toBe(201);
  });
});

describe('the status of a named error', () => {
  it('follows the setting if the specification lists none [GAP-105]', async () => {
    const ordered = await order(partner, 'DEXA');
    await answerQuestionnaire(partner, ordered);
    expect(await answerQuestionnaire(partner, ordered)).toMatchObject({ status: 409 });
    await set({ unlisted_error_status: 422 });
    expect(await answerQuestionnaire(partner, ordered)).toMatchObject({
      status: 422,
      json: { code: 422 },
      code: 'QUESTIONNAIRE_ALREADY_SUBMITTED',
    });
  });

  it('stays if the specification lists it [GAP-105]', async () => {
    await set({ unlisted_error_status: 422 });
    const body = identityBody();
    await partner.post('/v1/api-first/identities', body, 'one');
    expect(
      await partner.post('/v1/api-first/identities', { ...body, first_name: 'Eve' }, 'one'),
    ).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT' });
  });
});

describe('an unknown field in a request', () => {
  it('is refused by a strict sandbox and ignored by another one [GAP-111]', async () => {
    const body = identityBody({ nickname: 'A', address: { ...identityBody().address, country: 'US' } });
    expect((await partner.post('/v1/api-first/identities', body)).status).toBe(400);
    expect((await partner.get('/v1/locations?verbose=1')).status).toBe(400);
    await set({ strict_requests: false });
    expect((await partner.post('/v1/api-first/identities', body)).status).toBe(201);
    expect((await partner.get('/v1/locations?verbose=1&page_size=2')).status).toBe(200);
    expect((await partner.post('/v1/api-first/identities', { ...body, email: 'none' })).status).toBe(400);
    // The document describes the strict sandbox.
    expect(takeBreaches()).toHaveLength(2);
  });
});

describe('the structured physician order', () => {
  const choice = {
    flow: 'full_api',
    customer_consent_mode: 'service_consent_api',
    physician_order_mode: 'structured_api',
  };

  it('is only for keys that are enabled for it [CFG-28] [GAP-05]', async () => {
    expect((await harness.control('POST', '/keys', choice)).json).toMatchObject({ structured_enabled: true });
    const refused = await harness.control('POST', '/keys', { ...choice, structured_enabled: false });
    expect([refused.status, refused.json]).toEqual([
      400,
      { error: 'physician_order_mode: structured_api is not enabled for this key' },
    ]);
  });

  it('is set on a key only after that is enabled [CFG-28] [GAP-05]', async () => {
    const other = { ...choice, physician_order_mode: 'service_service', structured_enabled: false };
    const { json } = await harness.control<{ prefix: string }>('POST', '/keys', other);
    const change = (body: object) => harness.control('PATCH', `/keys/${json.prefix}`, body);
    expect((await change({ physician_order_mode: 'structured_api' })).status).toBe(400);
    expect((await change({ physician_order_mode: 'structured_api', structured_enabled: true })).status).toBe(
      200,
    );
    expect((await change({ structured_enabled: false })).status).toBe(400);
  });
});

describe('keys for a test', () => {
  it('are active, inactive, without scopes, or of another environment [GAP-102]', async () => {
    const { path: appointmentPath } = await readyToSchedule(partner);
    const get = async (caller: Partner) => (await caller.get(`${appointmentPath}/signed-form`)).status;
    expect(await get(await harness.partner({ status: 'inactive' }))).toBe(403);
    expect(await get(partnerOf(harness.url, 'pk_live_1f3a.5f2e'))).toBe(401);
    const bare = await harness.partner({ scopes: [] });
    expect((await bare.post('/v1/orders', {})).status).toBe(403);
    expect((await bare.get('/v1/integration-configuration')).status).toBe(200);
  });
});
