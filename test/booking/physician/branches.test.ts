/** Which branch an appointment follows, who may act on it, and what is never called. */
import { expect, it } from 'vitest';
import { book } from '../../support/booked-appointment.ts';
import { questionnaireAnswers, untilReview } from '../../support/booking.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { Clinician, harness, physicianCalls, provider } from '../../support/physician-harness.ts';
import { physiciansOfTest, serverOfTest } from '../../support/server-of-test.ts';

let service: FullApiServer;

const writes = [
  ['POST', '/session', provider],
  ['POST', '/abandon', undefined],
  ['POST', '/evidence', { ask_partner: true }],
] as const;

// Also [T70]
it('only shows the state when the service does the work, and calls none of the routes [CFG-24] [CFG-25] [PEV-15]', async () => {
  service = await physiciansOfTest('service_service');
  const { clinician, booked } = await harness(service);
  const { body } = await clinician.send('GET');
  expect(body).toMatchObject({
    shows: { step: 'progress' },
    physician_order: { status: 'pending' },
    form_available: false,
  });
  for (const [method, action, answer] of writes)
    expect((await clinician.send(method, action, answer)).body.code).toBe('branch_not_provisioned');
  await booked.move('form_available');
  expect(await clinician.until('done')).toMatchObject({ form_available: true });
  expect(await physicianCalls(service)).toEqual([]);
});

it('never mixes the two branches [PEV-15] [PHY-42] [T73]', async () => {
  service = await physiciansOfTest('structured_api');
  const structured = await harness(service);
  await structured.clinician.until('provider');
  expect((await structured.clinician.send('POST', '/evidence', { ask_partner: true })).body.code).toBe(
    'branch_not_provisioned',
  );
  expect((await structured.clinician.upload(Buffer.from('%PDF-1.7'))).body.code).toBe(
    'branch_not_provisioned',
  );
  expect((await physicianCalls(service)).filter(({ path }) => path.includes('evidence'))).toEqual([]);
});

it('keeps the mode under which the order was made when the configuration changes [PHY-42]', async () => {
  service = await physiciansOfTest('structured_api');
  const { clinician } = await harness(service);
  await service.sandbox.changeKey(`${service.env.UPSTREAM_API_KEY}`.split('.')[0] ?? '', {
    physician_order_mode: 'api_partner_pdf',
  });
  expect(await clinician.until('provider')).toMatchObject({ mode: 'structured_api' });
});

it('stays closed for structured orders unless onboarding was recorded [CFG-27]', async () => {
  service = await physiciansOfTest('structured_api', { env: { STRUCTURED_PHYSICIAN_ENABLED: '' } });
  const { clinician } = await harness(service);
  expect((await clinician.send('GET')).body.shows).toEqual({
    step: 'blocked',
    code: 'structured_not_enabled',
  });
  expect((await clinician.send('POST', '/session', provider)).body.code).toBe('branch_not_provisioned');
  expect(await physicianCalls(service)).toEqual([]);
});

it('begins only after the times were requested [CFG-15] [PEV-05]', async () => {
  service = await physiciansOfTest('structured_api');
  const customer = service.customer('not-yet');
  await untilReview(customer, 'DEXA');
  const view = await customer.answer('review', { return_url: 'https://clinic.example/book' });
  const { body } = await customer.call<{ appointments: { appointment_id: string }[] }>(
    'GET',
    '/appointments',
  );
  const clinician = new Clinician(service, body.appointments[0]?.appointment_id ?? '');
  expect((await clinician.send('GET')).body.shows).toEqual({ step: 'blocked', code: 'not_scheduled' });
  expect((await clinician.send('POST', '/session', provider)).status).toBe(409);
  expect(await physicianCalls(service)).toEqual([]);
  await customer.answer('questionnaire', questionnaireAnswers(view));
  await clinician.until('provider');
});

it('ends with its appointment', async () => {
  service = await physiciansOfTest('structured_api');
  const { clinician, booked } = await harness(service);
  await booked.move('canceled');
  expect((await clinician.send('GET')).body.shows).toEqual({ step: 'blocked', code: 'appointment_over' });
});

it('shows nothing to a customer, and nothing of the customer to a physician [PHY-44]', async () => {
  service = await physiciansOfTest('structured_api');
  const { clinician, booked } = await harness(service);
  await clinician.prepare();
  for (const [method, action, answer] of [
    ['GET', '', undefined],
    ...writes,
    ['POST', '/finalize', {}],
    ['GET', '/signed-form', undefined],
  ] as const) {
    const reply = await booked.customer.call<{ code: string }>(method, clinician.path + action, answer);
    expect([reply.status, reply.body.code]).toEqual([403, 'role_not_allowed']);
  }
  for (const path of ['/appointments', booked.path, '/journeys'])
    expect((await clinician.http.call('GET', path)).status).toBeGreaterThanOrEqual(403);
});

it('does not exist when the hook returns nothing, or an invalid value [PHY-44]', async () => {
  service = await serverOfTest({ key: { physician_order_mode: 'structured_api' } });
  const { id } = await book(service, 'unasked');
  expect((await new Clinician(service, id).send('GET')).status).toBe(404);
});

it('logs a failed hook for the operator, and lets nobody in', async () => {
  service = await physiciansOfTest('structured_api', {
    hooks: {
      mayOrder: async () => {
        throw new Error('Ada Moreau-Whitlock is on leave');
      },
    },
  });
  const { clinician } = await harness(service);
  expect((await clinician.send('GET')).status).toBe(503);
  expect(service.logged()).toContain('"hook":"mayOrder"');
  expect(service.logged()).not.toContain('on leave');
});
