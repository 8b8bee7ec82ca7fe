/** What a rule about clients takes as proof. */
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

it('an event about an appointment is no read of it before its signed form', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const recorder = await startRecorder(
    sandbox.url,
    scenarios.filter(({ name }) => name === 'booking'),
  );
  onTestFinished(() => recorder.close());
  const [apiKey = ''] = recorder.keys.values();
  const settings = { base: recorder.url, apiKey, run: '', memo: new Map(), pause: null };
  const client = createClient({ ...settings, record: () => {} });
  const receiver = await serve((_, response) => response.writeHead(204).end());
  onTestFinished(() => receiver.close());
  await client.post('/v1/webhook-endpoints', endpointBody(receiver.url));
  const { id, path } = await scheduled(client);
  const control = (route: string, body: object) => call(`${sandbox.url}/sandbox${route}`, 'POST', {}, body);
  for (const to of ['confirmed', 'form_available']) await control(`/appointments/${id}/transition`, { to });
  await control('/clock', { advance_seconds: 0 });

  const { recording } = recorder;
  expect(recording.deliveries.map(({ type }) => type)).toContain('appointment.form_available');
  await client.get(`${path}/signed-form`);
  const results = judge(
    recording,
    rules.filter(({ id }) => id === 'appointments/signed-form'),
  );
  expect(results).toMatchObject([{ outcome: 'differs', reason: expect.stringContaining('was not') }]);
});
