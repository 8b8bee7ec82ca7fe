/** The form that a signed structured order becomes. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import type { SignedForm } from '../../server/contract/upstream-api/signed-form.ts';
import { scheduleBody } from './booking.ts';
import { move } from './confirmed-appointment.ts';
import { advance, eachWithPartner, harness, ledger, partner, set } from './fresh-partner.ts';
import {
  finalize,
  openSession,
  type PhysicianSession,
  type Prepared,
  prepare,
  sessions,
} from './physician-orders.ts';
import { nobody } from './sandbox-harness.ts';

let ready: Prepared;
let session: PhysicianSession;
eachWithPartner({ physician_order_mode: 'structured_api' });
beforeEach(async () => {
  ready = await prepare(partner);
  session = (await openSession(partner, ready)).data;
});

const read = async () => (await partner.get<PhysicianSession>(`${sessions}/${session.id}`)).data;
const appointment = async () => (await partner.get<Appointment>(ready.scheduled.path)).data;
const end = (status: string, id = session.id) =>
  harness.control<PhysicianSession & { error?: string }>('POST', `/physician-sessions/${id}/artifact`, {
    status,
  });

describe('the artifact', () => {
  // Also [GAP-81]
  it('is there by the clock, then the event, then the form [PHY-20] [PHY-21] [GAP-41]', async () => {
    await set({ physician_artifact_seconds: 20 });
    await finalize(partner, session);
    const before = await ledger();
    expect(await read()).toMatchObject({ status: 'finalizing', artifact: { status: 'pending' } });
    expect((await partner.get(`${ready.scheduled.path}/signed-form`)).code).toBe('PHYSICIAN_ORDER_PENDING');
    await advance(21);
    const { status, artifact } = await read();
    expect([status, artifact?.status]).toEqual(['finalized', 'available']);
    expect((await ledger()).events).toBe((before.events ?? 0) + 1);
    expect(await appointment()).toMatchObject({
      status: 'pending_confirmation',
      has_signed_form: true,
      physician_order_submission_status: 'submitted',
    });
    const form = await partner.get<SignedForm>(`${ready.scheduled.path}/signed-form`);
    for (const url of [artifact?.signed_form_url ?? '', form.data.signed_form_url])
      expect((await fetch(url)).headers.get('content-type')).toBe('application/pdf');
  });

  it('is available at once by default, and never by itself if the setting is null [PHY-20]', async () => {
    expect((await finalize(partner, session)).headers.get('retry-after')).toBe('1');
    expect((await read()).artifact?.status).toBe('available');
    await set({ physician_artifact_seconds: null });
    const other = await prepare(partner);
    session = (await openSession(partner, other)).data;
    await finalize(partner, session);
    await advance(30 * 24 * 3600);
    expect((await read()).status).toBe('finalizing');
  });

  it('is made available or failed by the control plane [PHY-20] [GAP-81]', async () => {
    await set({ physician_artifact_seconds: null });
    expect((await end('available')).status).toBe(409);
    await finalize(partner, session);
    const { status, json } = await end('available');
    expect([status, json.artifact?.status]).toEqual([200, 'available']);
    expect((await appointment()).has_signed_form).toBe(true);
    expect((await end('failed')).json.error).toContain('finalized');
    expect((await openSession(partner, ready)).code).toBe('SANDBOX_SESSION_OPEN');
  });

  it('that failed leaves no form, and room for another session [GAP-81]', async () => {
    await set({ physician_artifact_seconds: null });
    await finalize(partner, session);
    expect((await end('failed')).json).toMatchObject({
      status: 'finalized',
      artifact: { status: 'failed', signed_form_url: null },
    });
    expect(await appointment()).toMatchObject({
      has_signed_form: false,
      physician_order_submission_status: 'not_submitted',
    });
    expect((await openSession(partner, ready)).status).toBe(201);
  });

  it('of a declined appointment comes with the next scheduling request, and again after a further one', async () => {
    await set({ physician_artifact_seconds: null });
    await finalize(partner, session);
    const { scheduled } = ready;
    const scheduleAgain = async () =>
      partner.post(`${scheduled.path}/schedule`, await scheduleBody(partner, scheduled));
    await move(harness, scheduled, 'pending_scheduling');
    expect((await end('available')).json.artifact).toEqual({ status: 'available', signed_form_url: null });
    const { events = 0 } = await ledger();
    for (const turn of [1, 2]) {
      expect((await partner.get(`${scheduled.path}/signed-form`)).code).toBe('ARTIFACT_NOT_AVAILABLE');
      expect(await appointment()).toMatchObject({ form_type: 'CONSENT', has_signed_form: false });
      expect((await scheduleAgain()).status).toBe(200);
      // appointment.requested and appointment.form_available
      expect((await ledger()).events).toBe(events + 2 * turn);
      expect((await partner.get(`${scheduled.path}/signed-form`)).status).toBe(200);
      expect((await read()).artifact?.signed_form_url).toContain('/signed-forms/');
      await move(harness, scheduled, 'pending_scheduling');
    }
  });

  it('control answers 400 to a bad body, naming the field, and 404 to an unknown session', async () => {
    const { status, json } = await end('pending');
    expect([status, json.error]).toEqual([400, expect.stringContaining('status')]);
    expect((await end('available', nobody)).status).toBe(404);
  });
});
