/** The bundle from which a structured physician order starts. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type PhysicianOrderBundle,
  type PhysicianSession,
  physicianOrderBundle,
} from '../../server/contract/upstream-api/physician-order.ts';
import { readyToSchedule } from './booking.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { bundleOf, openSession, type Prepared, prepare, sessions } from './physician-orders.ts';

let ready: Prepared;
const structured = { physician_order_mode: 'structured_api' };
eachWithPartner(structured);
beforeEach(async () => {
  ready = await prepare(partner);
});

const bundle = async () =>
  (await partner.get<PhysicianOrderBundle>(bundleOf(ready.scheduled.appointmentId))).data;
const abandon = (session: PhysicianSession, reason: unknown = 'wrong provider') =>
  partner.post<PhysicianSession>(`${sessions}/${session.id}/abandon`, { reason });

describe('the bundle', () => {
  // Also [GAP-78]
  it('has exactly what a session starts from [PHY-01] [PHY-03] [PHY-04]', () => {
    physicianOrderBundle.parse(ready.bundle);
    expect(ready.bundle).toEqual({
      appointment_id: ready.scheduled.appointmentId,
      context_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      existing_session_id: null,
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      request_state: 'pending',
      partner_attestation: {
        text: expect.any(String),
        text_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        version: expect.any(String),
      },
      session_requirements: {
        allowed_approval_methods: ['electronic_signature'],
        allowed_workflow_types: ['partner_electronic'],
        order_date_required: true,
        provider_fields_required: true,
      },
      sla: { breached_at: null, due_at: null, enabled: false },
      template: {
        content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        schema_version: '1',
        version: 1,
      },
    });
  });

  it('names the current session [PHY-06]', async () => {
    const { data } = await openSession(partner, ready);
    expect((await bundle()).existing_session_id).toBe(data.id);
    await abandon(data);
    expect((await bundle()).existing_session_id).toBeNull();
  });

  it('comes after scheduling, for the partner whose appointment it is [CFG-15] [AUTH-10]', async () => {
    const early = await readyToSchedule(partner);
    expect((await partner.get(bundleOf(early.appointmentId))).code).toBe('SANDBOX_STEP_OUT_OF_ORDER');
    const stranger = await harness.partner(structured);
    expect((await stranger.get(bundleOf(ready.scheduled.appointmentId))).status).toBe(404);
    expect((await partner.get(bundleOf('not-an-id'))).status).toBe(400);
  });

  it.each([
    ['structured_attestation_configured', 'STRUCTURED_PHYSICIAN_ATTESTATION_NOT_CONFIGURED'],
    ['structured_template_configured', 'STRUCTURED_PHYSICIAN_TEMPLATE_NOT_CONFIGURED'],
  ])('and a new session are 503 without %s [ERR-26] [ERR-30] [GAP-106]', async (setting, code) => {
    await harness.control('PATCH', '/settings', { [setting]: false });
    for (const answer of [
      await partner.get(bundleOf(ready.scheduled.appointmentId)),
      await openSession(partner, ready),
    ])
      expect([answer.status, answer.code]).toEqual([503, code]);
    await harness.control('PATCH', '/settings', { [setting]: true });
    expect((await openSession(partner, ready)).status).toBe(201);
  });
});
