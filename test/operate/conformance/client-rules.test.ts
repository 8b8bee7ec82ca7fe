/** What a rule about clients takes as proof. */
import type { ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { scheduled } from '../../../server/operate/conformance/booking.ts';
import { call, createClient } from '../../../server/operate/conformance/client.ts';
import { judge } from '../../../server/operate/conformance/clients/judge.ts';
import { startRecorder } from '../../../server/operate/conformance/clients/recorder.ts';
import { rules } from '../../../server/operate/conformance/clients/rules.ts';
import { scenarios } from '../../../server/operate/conformance/clients/scenarios.ts';
import { endpointBody } from '../../../server/operate/conformance/receiver.ts';
import { startSandbox } from '../../../server/sandbox/sandbox.ts';
import { serve } from '../../support/serve.ts';

/** A client that has scheduled an appointment, with a receiver that answers its deliveries. */
async function client(answer: (response: ServerResponse) => void) {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const recorder = await startRecorder(
    sandbox.url,
    scenarios.filter(({ name }) => name === 'booking'),
  );
  onTestFinished(() => recorder.close());
  const [apiKey = ''] = recorder.keys.values();
  const settings = { base: recorder.url, apiKey, run: '', memo: new Map(), pause: null };
  const api = createClient({ ...settings, record: () => {} });
  const receiver = await serve((_, response) => answer(response));
  onTestFinished(() => receiver.close());
  await api.post('/v1/webhook-endpoints', endpointBody(receiver.url));
  const { id, path } = await scheduled(api);
  const { recording } = recorder;
  return {
    id,
    path,
    get: api.get,
    control: (route: string, body: object) => call(`${sandbox.url}/sandbox${route}`, 'POST', {}, body),
    deliveries: recording.deliveries,
    judged: (id: string) =>
      judge(
        recording,
        rules.filter((rule) => rule.id === id),
      ),
  };
}

it('an event about an appointment is no read of it before its signed form', async () => {
  const { id, path, get, control, deliveries, judged } = await client((response) =>
    response.writeHead(204).end(),
  );
  for (const to of ['confirmed', 'form_available']) await control(`/appointments/${id}/transition`, { to });
  await control('/clock', { advance_seconds: 0 });
  expect(deliveries.map(({ type }) => type)).toContain('appointment.form_available');
  await get(`${path}/signed-form`);
  expect(judged('appointments/signed-form')).toMatchObject([
    { outcome: 'differs', reason: expect.stringContaining('was not') },
  ]);
});

it('a delivery that got no answer is taken when the service sends it again', async () => {
  let isAway = true;
  const { control, deliveries, judged } = await client((response) =>
    isAway ? response.destroy() : response.writeHead(204).end(),
  );
  await control('/clock', { advance_seconds: 0 });
  expect(judged('webhooks/taken')).toMatchObject([
    { outcome: 'differs', reason: expect.stringContaining('no answer') },
  ]);
  isAway = false;
  await control('/clock', { advance_seconds: 86_400 });
  expect(deliveries.map(({ status }) => status)).toContain(204);
  expect(judged('webhooks/taken')).toMatchObject([{ outcome: 'held' }]);
});
