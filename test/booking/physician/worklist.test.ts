/** The clinician knows the patient: the worklist, whose test it is in every view, and the clinician's own data. */
import { beforeEach, expect, it } from 'vitest';
import type { WorklistView } from '../../../server/contract/physician-api.ts';
import { book } from '../../support/booked-appointment.ts';
import { profile } from '../../support/booking.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { Clinician, harness, provider, signedOrder } from '../../support/physician-harness.ts';
import { physiciansOfTest } from '../../support/server-of-test.ts';

let service: FullApiServer;
/** The appointments that the clinician may not order for. */
let others: string[];
let isDown: boolean;
beforeEach(() => {
  others = [];
  isDown = false;
});

const start = (mode: 'structured_api' | 'api_partner_pdf' | 'service_service') =>
  physiciansOfTest(mode, {
    env: { SUPPORT_PHONE: '(555) 010-0142' },
    hooks: {
      async mayOrder(subject, appointmentId) {
        if (isDown) throw new Error('the staff directory is down');
        return subject === 'staff-ada' && !others.includes(appointmentId);
      },
      clinicianProfile: async ({ subject }) =>
        subject === 'staff-ada'
          ? { full_name: 'Ada Moreau-Whitlock', npi: '1730184450', license_state: 'NY' }
          : null,
    },
  });
const worklist = ({ http }: Clinician) => http.call<WorklistView>('GET', '/physician/appointments');
const listed = async (clinician: Clinician) =>
  (await worklist(clinician)).body.orders.map(({ appointment_id }) => appointment_id);

/** The appointments of the orders that the access log says were viewed. */
async function recordsOfViews(): Promise<Set<string | null>> {
  const store = await service.store();
  const rows = await store.db
    .selectFrom('access_log')
    .select('record_id')
    .where('record_kind', '=', 'order')
    .where('record_id', 'is not', null)
    .where('action', '=', 'view')
    .where('outcome', '=', 'done')
    .execute();
  return new Set(rows.map(({ record_id }) => record_id));
}

const patient = { name: `${profile.first_name} ${profile.last_name}`, date_of_birth: profile.date_of_birth };

it('lists by deadline what waits for this clinician, until it is signed or canceled, and records each patient', async () => {
  service = await start('structured_api');
  const first = await harness(service, 'first');
  // A day later, so that it is due later.
  await service.sandbox.advance(24 * 3600);
  const [second, third, fourth] = [
    await book(service, 'second'),
    await book(service, 'third'),
    await book(service, 'fourth'),
  ];
  const { clinician } = first;
  await Promise.all([first.booked, second, third, fourth].map(({ read }) => read()));
  others = [third.id];
  const { body } = await worklist(clinician);
  expect(body.orders.map(({ appointment_id }) => appointment_id)[0]).toBe(first.booked.id);
  expect(body.orders.map(({ appointment_id }) => appointment_id).toSorted()).toEqual(
    [first.booked.id, second.id, fourth.id].toSorted(),
  );
  expect(body.orders[0]).toMatchObject({
    patient,
    test_type: 'DEXA',
    asked: first.booked.requested,
    scheduled_for: null,
    place: { city: 'New York' },
    deadline_at: expect.stringMatching(/Z$/),
  });
  expect(body).toMatchObject({ more: false, contact: { phone: '(555) 010-0142' } });
  expect(await listed(new Clinician(service, second.id, 'staff-ben'))).toEqual([]);

  await clinician.until('provider');
  await clinician.sign(await clinician.prepare());
  await service.sandbox.transition(second.id, { to: 'canceled' });
  await second.read();
  expect(await listed(clinician)).toEqual([fourth.id]);

  isDown = true;
  expect((await worklist(clinician)).status).toBe(503);
  await expect.poll(recordsOfViews).toEqual(new Set([first.booked.id, second.id, fourth.id]));
});

it.each(['structured_api', 'api_partner_pdf'] as const)(
  'shows whose test it is in each view, what the partner knows of the clinician, and whom to ask: %s',
  async (mode) => {
    service = await start(mode);
    const { clinician, booked } = await harness(service);
    const { body } = await clinician.send('GET');
    expect(body).toMatchObject({
      patient,
      test_type: 'DEXA',
      asked: booked.requested,
      place: { city: 'New York', timezone: expect.stringContaining('/') },
      // The NPI is not valid.
      clinician: { full_name: 'Ada Moreau-Whitlock', license_state: 'NY' },
      contact: { phone: '(555) 010-0142' },
    });
    expect(body.clinician).not.toHaveProperty('npi');
    await booked.move('confirmed');
    const later = await clinician.send('GET');
    expect(later.body).toMatchObject({ patient, asked: null, scheduled_for: expect.stringMatching(/Z$/) });
  },
);

it('does not list what the service orders itself', async () => {
  service = await start('service_service');
  const { clinician, booked } = await harness(service);
  await booked.read();
  expect(await listed(clinician)).toEqual([]);
});

it('names the NPI whose check digit is wrong, in both branches, before anything is sent', async () => {
  service = await start('structured_api');
  const { clinician } = await harness(service);
  const physician = { ...provider.physician, npi: '1730184456' };
  const refused = await clinician.send('POST', '/session', { ...provider, physician });
  expect(refused).toMatchObject({ status: 422, body: { fields: [{ path: 'physician.npi' }] } });
  const handedIn = { document_id: 'd', ...signedOrder, npi: '173018445' };
  const uploaded = await clinician.send('POST', '/evidence', handedIn);
  expect(uploaded.status).toBe(422);
  expect(JSON.stringify(uploaded.body)).toContain('npi');
});
