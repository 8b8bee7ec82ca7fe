import { describe, expect, it } from 'vitest';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import { eventually } from '../support/eventually.ts';
import { schedule } from './booking.ts';
import { advance, eachWithPartner, harness, partner, set } from './fresh-partner.ts';
import { finalize, openSession, prepare } from './physician-orders.ts';

eachWithPartner();

interface Key {
  api_key: string;
  prefix: string;
  flow: string;
  customer_consent_mode: string;
  physician_order_mode: string;
  scopes: string[];
  status: string;
}
const keys = async () => (await harness.control<{ keys: Key[] }>('GET', '/keys')).json.keys;
const now = async () => Date.parse((await harness.control<{ now: string }>('GET', '/clock')).json.now);

describe('the keys', () => {
  it('exist for all six configurations and the co-branded flow, and their values reveal nothing [CFG-07] [CFG-08] [GAP-102]', async () => {
    await harness.control('POST', '/reset');
    const standing = await keys();
    expect(standing).toHaveLength(7);
    expect(
      new Set(standing.map((key) => `${key.flow} ${key.customer_consent_mode} ${key.physician_order_mode}`))
        .size,
    ).toBe(7);
    for (const key of standing) {
      expect(key).toMatchObject({ status: 'active', environment: 'staging', embed_origins: [] });
      expect(key.api_key).toMatch(/^pk_[0-9a-f]{12}\.[0-9a-f]{40}$/);
      expect(key.api_key.split('.')[0]).toBe(key.prefix);
    }
  });

  it('are the same after every reset', async () => {
    await harness.control('POST', '/reset');
    const before = await keys();
    await harness.partner();
    await harness.control('POST', '/reset');
    expect(await keys()).toEqual(before);
  });

  it('are made and changed, all but their flow', async () => {
    const changed = await harness.control<Key>('PATCH', `/keys/${partner.prefix}`, { status: 'inactive' });
    expect(changed).toMatchObject({
      status: 200,
      json: { status: 'inactive', scopes: expect.arrayContaining(['write:orders']) },
    });
    expect(await harness.control('PATCH', `/keys/${partner.prefix}`, { flow: 'co_branded' })).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('flow') },
    });
    expect((await harness.control('PATCH', '/keys/pk_nobody', {})).status).toBe(404);
  });

  it.each([
    ['physician_order_mode', { physician_order_mode: 'none' }],
    ['scopes', { scopes: ['read:everything'] }],
    ['embed_origins', { embed_origins: ['*'] }],
    ['status', { status: 'expired' }],
  ])('are refused naming a bad %s', async (field, changes) => {
    const body = {
      flow: 'full_api',
      customer_consent_mode: 'service_consent_api',
      physician_order_mode: 'service_service',
    };
    const { status, json } = await harness.control('POST', '/keys', { ...body, ...changes });
    expect(status).toBe(400);
    expect(json).toEqual({ error: expect.stringContaining(field) });
  });
});

describe('the clock', () => {
  it('advances, and continues from the time that was set', async () => {
    const before = await now();
    await harness.control('POST', '/clock', { advance_seconds: 3600 });
    expect((await now()) - before).toBeGreaterThanOrEqual(3_600_000);
    await harness.control('POST', '/clock', { now: '2027-03-13T12:00:00Z' });
    const later = async () => (await now()) - Date.parse('2027-03-13T12:00:00Z');
    await eventually(async () => (await later()) >= 30);
    expect(await later()).toBeLessThan(3_600_000);
  });

  it.each([
    {},
    { now: 'noon' },
    { advance_seconds: -1 },
    { now: '2027-03-13T12:00:00Z', advance_seconds: 1 },
  ])('refuses %j', async (body) => {
    const { status, json } = await harness.control('POST', '/clock', body);
    expect(status).toBe(400);
    expect(json).toEqual({ error: expect.stringMatching(/now|advance_seconds/) });
  });

  it('lets what falls due happen before it answers', async () => {
    await harness.control('PATCH', '/settings', { confirm_after_seconds: 3600 });
    const { path: appointmentPath } = await schedule(partner);
    await harness.control('POST', '/clock', { advance_seconds: 3601 });
    expect((await partner.get<Appointment>(appointmentPath)).data.status).toBe('confirmed');
  });

  it('lets what falls due with one move happen in the order of its times', async () => {
    await set({ confirm_after_seconds: 60, physician_artifact_seconds: 120 });
    const ordering = await harness.partner({ physician_order_mode: 'structured_api' });
    const prepared = await prepare(ordering);
    await finalize(ordering, (await openSession(ordering, prepared)).data);
    await advance(3600);
    const { json } = await harness.control<{ events: { type: string; occurred_at: string }[] }>(
      'GET',
      '/events',
    );
    const [confirmed, formAvailable] = json.events.slice(-2);
    expect([confirmed?.type, formAvailable?.type]).toEqual([
      ...['appointment.confirmed', 'appointment.form_available'],
    ]);
    const { data } = await ordering.get<Appointment>(prepared.scheduled.path);
    const requested = Date.parse(data.requested_at ?? '');
    expect(Date.parse(confirmed?.occurred_at ?? '') - requested).toBe(60_000);
    expect(data.updated_at).toBe(formAvailable?.occurred_at);
  });

  it('lets what a shorter wait makes due happen after what was read before', async () => {
    const { path: appointmentPath } = await schedule(partner);
    await advance(7200);
    const before = new Date(await now()).toISOString();
    await set({ confirm_after_seconds: 5 });
    const { data } = await partner.get<{ items: Appointment[] }>(`/v1/appointments?updated_after=${before}`);
    expect(data.items).toMatchObject([{ status: 'confirmed', updated_at: data.items[0]?.confirmed_at }]);
    expect(Date.parse(data.items[0]?.confirmed_at ?? '')).toBeGreaterThanOrEqual(Date.parse(before));
    expect(appointmentPath).toContain(data.items[0]?.appointment_id);
  });

  it('can be set back, and things happen at its time then', async () => {
    await harness.control('POST', '/clock', { now: '2031-01-08T12:00:00Z' });
    await harness.control('POST', '/clock', { now: '2030-01-08T12:00:00Z' });
    await set({ confirm_after_seconds: 0 });
    const { path: appointmentPath } = await schedule(partner);
    const { data } = await partner.get<Appointment>(appointmentPath);
    expect(data.confirmed_at).toMatch(/^2030-01-08T12/);
  });
});

describe('the settings', () => {
  const atStart = {
    confirm_after_seconds: null,
    evidence_processing_seconds: 0,
    evidence_outcome: 'accepted',
    physician_artifact_seconds: 0,
    webhook_backoff_scale: 1,
    consent_session_seconds: 3600,
    consent_grant_seconds: 31_536_000,
    upload_session_seconds: 900,
    rate_limit_per_second: null,
    disabled_endpoints: [],
    configuration_available: true,
    structured_attestation_configured: true,
    structured_template_configured: true,
    reschedule_calendar_available: true,
    height_and_weight_required: false,
    appointment_status_aliases: [],
    prescreen_required_for: ['CALST'],
    unlisted_error_status: null,
    strict_requests: true,
    aliases_accepted: true,
    strict_values: false,
  };

  it('are as documented at start, change one by one, and return with a reset', async () => {
    expect((await harness.control('GET', '/settings')).json).toEqual(atStart);
    const change = { webhook_backoff_scale: 0.01, evidence_processing_seconds: null };
    expect((await harness.control('PATCH', '/settings', change)).json).toEqual({ ...atStart, ...change });
    expect((await harness.control('GET', '/settings')).json).toEqual({ ...atStart, ...change });
    await harness.control('POST', '/reset');
    expect((await harness.control('GET', '/settings')).json).toEqual(atStart);
  });

  it.each([
    ['evidence_outcome', 'lost'],
    ['rate_limit_per_second', 0],
    ['disabled_endpoints', ['/v1/results']],
    ['configuration_available', 'yes'],
    ['upload_session_seconds', null],
    ['consent_session_seconds', 1e15],
    ['webhook_backoff_scale', 1e15],
    ['invented', 1],
  ])('refuse a bad %s by name', async (name, value) => {
    const { status, json } = await harness.control('PATCH', '/settings', { [name]: value });
    expect(status).toBe(400);
    expect(json).toEqual({ error: expect.stringContaining(name) });
  });
});
