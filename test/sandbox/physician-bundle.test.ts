/** The bundle from which a structured physician order starts. */
import { beforeEach, describe, expect, it } from 'vitest';
import type {
  PhysicianOrderBundle,
  PhysicianSession,
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
  it('names the current session', async () => {
    const { data } = await openSession(partner, ready);
    expect((await bundle()).existing_session_id).toBe(data.id);
    await abandon(data);
    expect((await bundle()).existing_session_id).toBeNull();
  });

  it('comes after scheduling, for the partner whose appointment it is [AUTH-10]', async () => {
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
