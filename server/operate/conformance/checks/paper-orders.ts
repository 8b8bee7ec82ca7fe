/** A physician's order on paper: evidence of an appointment. */
import { deepEqual, equal, ok, partialDeepStrictEqual } from 'node:assert/strict';
import { answers, done, each } from '../assertions.ts';
import { answered, read, scheduled } from '../booking.ts';
import { defineArea } from '../check.ts';
import { brief } from '../client.ts';
import {
  handIn,
  paperOrder,
  physicianEvidence,
  physicianEvidenceBody,
  physicianEvidenceOf,
  upload,
  wrongAttestations,
  wrongDocuments,
} from '../evidence-steps.ts';
import type { Shape } from '../shapes.ts';
import type { Trial } from '../trial.ts';

const { must, told, checks } = defineArea('paper-orders', 'Endpoints: Physician-order evidence');
/** The checks of this area. */
export const paperOrders = checks;

/** An appointment whose physician's order is on paper. */
async function onAppointment(trial: Trial) {
  const client = await trial.key(paperOrder);
  const appointment = await scheduled(client);
  const under = physicianEvidenceOf(appointment.id);
  const create = (changes: object = {}) =>
    client.post<Shape<'evidence'>>(under, physicianEvidenceBody(client, changes));
  return { client, appointment, under, create };
}

must.write`physician: physician evidence is of its appointment, and has the same lifecycle [PEV-04] [PEV-08] [PEV-10] [PEV-12] [PEV-17] [PEV-18] [IDEM-02] [IDEM-03] [AUTH-10] [PEV-03]`(
  async (trial) => {
    const { client, appointment, under, create } = await onAppointment(trial);
    const body = physicianEvidenceBody(client);
    const first = await client.post<Shape<'evidence'>>(under, body, 'one');
    equal(first.status, 201);
    partialDeepStrictEqual(first.data, {
      status: 'awaiting_upload',
      appointment_id: appointment.id,
      canonical_test_type: 'DEXA',
      signer_name: 'Grace Invented',
    });
    const path = `${physicianEvidence}/${first.data.id}`;
    deepEqual(await done(client.get<Shape<'evidence'>>(path)), first.data);
    deepEqual((await client.post<Shape<'evidence'>>(under, body, 'one')).data, first.data);
    answers(await client.post(under, { ...body, npi: '0987654321' }, 'one'), '409 IDEMPOTENCY_CONFLICT');
    answers(await client.post(under, body, null), 400);
    equal(
      (await done(create({ external_reference_id: 'order-2' }))).physician_order_request_id,
      first.data.physician_order_request_id,
    );
    const found = await done(client.get<Shape<'evidenceList'>>(`${under}?external_reference_id=order-1`));
    deepEqual(
      found.items.map(({ id }) => id),
      [first.data.id],
    );
    equal((await done(client.get<Shape<'evidenceList'>>(under))).pagination.limit, 50);
    const stranger = await trial.stranger(paperOrder);
    for (const refused of [
      await stranger.get(under),
      await stranger.post(under, body),
      await stranger.get(path),
    ])
      answers(refused, 404);
    const replaced = await client.post<Shape<'evidence'>>(`${path}/upload-sessions`);
    equal(replaced.status, 201);
    equal(await upload(first.data), 410);
    const before = await read(client, appointment);
    const accepted = await handIn(client, physicianEvidence, replaced.data);
    ok(['processing', 'accepted'].includes(accepted.status));
    equal((await read(client, appointment)).status, before.status);
  },
);

must.write`bad-physician: physician evidence names its physician, a real day and a PDF [PEV-06] [PEV-07] [GAP-32] [GAP-37] [GAP-77]`(
  async (trial) => {
    const { create } = await onAppointment(trial);
    const wrong = [
      ...[...wrongDocuments, ...wrongAttestations],
      { order_date: '11/20/2026' },
      { order_date: '2026-02-30' },
      { npi: '123456789' },
      { npi: '12345678AB' },
      { license_state: 'New York' },
      { license_number: '' },
      { physician_full_name: undefined },
    ];
    await each(wrong, async (changes) => answers(await create(changes), 400));
  },
);

told.levers`physician-order: how a physician's order on paper shows on the appointment, and its refusals [APT-18] [GAP-34] [GAP-56] [GAP-93]`(
  async (trial) => {
    const { client, appointment, create } = await onAppointment(trial);
    await trial.set({ evidence_processing_seconds: 60 });
    const status = async () => (await read(client, appointment)).physician_order_submission_status;
    const before = await read(client, appointment);
    const seen = [await status()];
    const first = await done(create());
    await handIn(client, physicianEvidence, first);
    seen.push(await status());
    await trial.advance(61);
    seen.push(await status());
    const after = await read(client, appointment);
    equal(after.status, before.status);
    ok(after.physician_order_submitted_at);
    ok(Date.parse(after.updated_at) > Date.parse(before.updated_at));
    await trial.set({ evidence_processing_seconds: 0, evidence_outcome: 'rejected' });
    const other = await onAppointment(trial);
    await handIn(other.client, physicianEvidence, await done(other.create()));
    const rejected = (await read(other.client, other.appointment)).physician_order_submission_status;
    await trial.set({ evidence_outcome: 'accepted' });
    await handIn(client, physicianEvidence, await done(create()));
    const early = await answered(client);
    const deadline =
      Date.parse(before.physician_order_submission_deadline_at ?? '') - Date.parse(before.requested_at ?? '');
    return {
      seen,
      rejected,
      'hours to the deadline': deadline / 3_600_000,
      'the earlier record': (await done(client.get<Shape<'evidence'>>(`${physicianEvidence}/${first.id}`)))
        .status,
      'before scheduling': brief(
        await client.post(physicianEvidenceOf(early.id), physicianEvidenceBody(client)),
      ),
    };
  },
);
