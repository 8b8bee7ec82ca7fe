/** The fields of an appointment about the physician's order, and what no event contains. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import { order, schedule } from './booking.ts';
import { move } from './confirmed-appointment.ts';
import { complete, physicianEvidence, physicianEvidenceBody, upload } from './documents.ts';
import { type Harness, openHarness, type Partner } from './sandbox-harness.ts';

let harness: Harness;
let partner: Partner;
beforeAll(async () => {
  harness = await openHarness();
});
beforeEach(() => harness.control('POST', '/reset'));
afterAll(() => harness.close());

async function shown(path: string) {
  const { data } = await partner.get<Appointment>(path);
  const { form_type, artifact_status, physician_order_status, physician_order_submission_status } = data;
  return [form_type, artifact_status, physician_order_status, physician_order_submission_status];
}

/** Declares, uploads and completes a physician's order on paper. */
async function handIn(appointmentId: string) {
  const path = `/v1/api-first/appointments/${appointmentId}/physician-order-evidence`;
  const { data } = await partner.post<Parameters<typeof complete>[2]>(path, physicianEvidenceBody());
  await upload(data);
  await complete(partner, physicianEvidence, data);
  return data.id;
}

describe("a partner's own physician order", () => {
  beforeEach(async () => {
    partner = await harness.partner({ physician_order_mode: 'api_partner_pdf' });
  });

  it('goes through every status that the specification names [APT-18] [GAP-56]', async () => {
    await harness.control('PATCH', '/settings', { evidence_processing_seconds: null });
    const ordered = await order(partner, 'DEXA');
    expect(await shown(ordered.appointmentPath)).toEqual(['CONSENT', null, null, null]);
    const { appointmentId, appointmentPath } = await schedule(partner);
    expect(await shown(appointmentPath)).toEqual([
      'DOCTORORDER',
      'awaiting_physician',
      'pending',
      'not_submitted',
    ]);
    const evidenceId = await handIn(appointmentId);
    expect(await shown(appointmentPath)).toEqual([
      'DOCTORORDER',
      'awaiting_physician',
      'pending',
      'processing',
    ]);
    await harness.control('POST', `/evidence/${evidenceId}/outcome`, { status: 'accepted' });
    expect(await shown(appointmentPath)).toEqual([
      'DOCTORORDER',
      'awaiting_physician',
      'pending',
      'submitted',
    ]);
    await move(harness, { appointmentId }, 'form_available');
    expect(await shown(appointmentPath)).toEqual(['DOCTORORDER', 'available', 'completed', 'submitted']);
  });

  it('has a deadline from the scheduling request on, and shows when it was submitted [GAP-56]', async () => {
    const { appointmentId, appointmentPath } = await schedule(partner);
    const before = (await partner.get<Appointment>(appointmentPath)).data;
    const deadline = Date.parse(before.physician_order_submission_deadline_at ?? '');
    expect(deadline).toBe(Date.parse(before.requested_at ?? '') + 48 * 3_600_000);
    expect(before.physician_order_submitted_at).toBeNull();
    await handIn(appointmentId);
    const after = (await partner.get<Appointment>(appointmentPath)).data;
    expect(after.physician_order_submitted_at).toMatch(/Z$/);
  });

  it('that is rejected is no event of the appointment [GAP-93]', async () => {
    await harness.control('PATCH', '/settings', { evidence_outcome: 'rejected' });
    const { appointmentId, appointmentPath } = await schedule(partner);
    await handIn(appointmentId);
    expect(await shown(appointmentPath)).toEqual([
      'DOCTORORDER',
      'awaiting_physician',
      'pending',
      'not_submitted',
    ]);
    const { json } = await harness.control<{ events: { type: string }[] }>('GET', '/events');
    expect(json.events.map(({ type }) => type)).toEqual([
      'appointment.created',
      'appointment.requested',
      'physician_order_evidence.rejected',
    ]);
  });
});

it("the service's own physician order has no deadline for the partner", async () => {
  partner = await harness.partner();
  const { appointmentPath } = await schedule(partner);
  const { data } = await partner.get<Appointment>(appointmentPath);
  expect(data.physician_order_submission_deadline_at).toBeNull();
  expect(data.physician_order_submission_status).toBe('not_submitted');
});
