/** certify to its end: a prescreen as the form asks, a report after any error, and no booking left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createComparison } from '../../../server/operate/cli/certify/comparison.ts';
import { runPart } from '../../../server/operate/cli/certify/walk.ts';
import { certify } from '../../../server/operate/cli/certify.ts';
import { dataOf, everywhere } from '../../second-service/differences.ts';
import { operator } from '../../support/operator.ts';

type Installation = Awaited<ReturnType<typeof operator>>;

async function optionsOf(installation: Installation) {
  const keyFile = join(installation.dir, 'key');
  await writeFile(keyFile, installation.key.api_key);
  return { base: installation.wire.url, keyFile };
}
const run = async (installation: Installation, flow = 'full_api') =>
  installation.run(certify, { ...(await optionsOf(installation)), flow });
const differing = (output: string) => output.split('\n').filter((line) => line.startsWith('DIFFERS'));
const statuses = async ({ sandbox }: Installation) =>
  (await sandbox.appointments()).map((each) => (each as unknown as { status: string }).status);

/** Starts certify as a process that waits for a confirmation with its times requested. */
async function waiting(
  installation: Installation,
): Promise<{ child: ChildProcess; output: Promise<string> }> {
  const { base, keyFile } = await optionsOf(installation);
  const program = fileURLToPath(new URL('../../../server/operate/cli/dx-booking.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    [program, 'certify', '--base', base, '--key-file', keyFile, '--wait', '60'],
    { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = text(child.stdout);
  await vi.waitFor(
    async () => expect(await installation.sandbox.ledger()).toMatchObject({ schedule_requests: 1 }),
    { timeout: 20_000, interval: 50 },
  );
  return { child, output };
}

it('answers every field that the prescreen form requires', async () => {
  const rewrite = dataOf(/\/prescreen-form$/, (data) => ({
    ...(everywhere(data, (fields) =>
      /^pcp_(name|phone)$/.test(String(fields.name)) ? { ...fields, required: true } : fields,
    ) as object),
    required_fields: [...(data.required_fields as string[]), 'pcp_name', 'pcp_phone'],
  }));
  const installation = await operator({ rewrite });
  const { code, output } = await run(installation);
  expect(differing(output)).toEqual([]);
  expect(code).toBe(0);
  const { prescreen } = installation.wire.sent('/prescreen-form/submissions');
  expect(prescreen).toMatchObject({ pcp_name: 'Certify Example', pcp_phone: '2125550134' });
});

it('names what the service refuses, with its request id and the next step', async () => {
  const installation = await operator();
  const field_errors = { pcp_name: ['is required'], link: ['see https://service.example/canary'] };
  const error = {
    message: 'Refused.',
    details: { code: 'SOME_CODE', field_errors },
    path: '/',
    request_id: 'req-7',
    timestamp: '2026-11-20T00:00:00Z',
  };
  await installation.sandbox.fault('POST', '/v1/tests/*/prescreen-form/submissions', {
    kind: 'status',
    status: 422,
    body: { code: 422, data: null, error },
  });
  const { code, output } = await run(installation);
  expect(code).toBe(1);
  expect(differing(output)).toEqual([
    expect.stringMatching(
      /a prescreen submission: rejected with 422.* \(request id req-7\); the service says field_errors\.pcp_name "is required".*ask onboarding with the request id/,
    ),
  ]);
  expect(output).not.toContain('canary');
});

it('reports what it has compared if the times of the schedule cannot be requested', async () => {
  const rewrite = dataOf(/\/schedule$/, (data) =>
    everywhere(data, (fields) =>
      typeof fields.available_time === 'string'
        ? { ...fields, available_time: new Date(fields.available_time).toISOString() }
        : fields,
    ),
  );
  const installation = await operator({ rewrite });
  const { code, output } = await run(installation);
  expect(code).toBe(1);
  expect(output).toContain('as assumed an order');
  expect(differing(output).join()).toMatch(/a request for times: not sent.*selected_appointment_date/);
  expect(output).toContain('The file for ASSUMPTIONS_FILE:\n{}');
  expect(output).toMatch(/not tried {2}a cancel: the order has no requested times, so nothing is booked/);
  expect(await statuses(installation)).toEqual(['pending_scheduling']);
});

it('reports an error of its own without its message, and goes on', async () => {
  const comparison = createComparison({ own: 'service.example', set: [] });
  comparison.same('a read');
  const failing = async () => {
    throw new TypeError('canary');
  };
  expect(await runPart(comparison, 'the booking', failing)).toBeNull();
  const lines: string[] = [];
  expect(comparison.report((line) => void lines.push(line))).toBe(1);
  expect(lines.join('\n')).toMatch(
    /^as assumed a read\nDIFFERS {4}the booking: certify failed with TypeError.*a fault of certify/,
  );
  expect(lines.join()).not.toContain('canary');
});

it('cancels what a killed run left', async () => {
  const installation = await operator();
  const { child } = await waiting(installation);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await statuses(installation)).toEqual(['pending_confirmation']);
  const { code, output } = await run(installation);
  expect(output).toContain('as assumed the cancel of bookings that an earlier run left');
  expect(code).toBe(0);
  expect(await statuses(installation)).toEqual(['canceled', 'canceled']);
});

it('cancels and reports if it is interrupted', async () => {
  const installation = await operator();
  const { child, output } = await waiting(installation);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  expect(await output).toContain('as assumed a cancel');
  expect(await output).toContain('not tried  the rest: certify was interrupted');
  expect(await statuses(installation)).toEqual(['canceled']);
});

it('leaves a list alone that does not filter by e-mail address', async () => {
  const listed: unknown[] = [];
  const rewrite = dataOf(/\/v1\/appointments\?.*email=nobody/, (data) => ({ ...data, items: listed }));
  const installation = await operator({ rewrite });
  const { child } = await waiting(installation);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const answer = await fetch(`${installation.wire.url}/v1/appointments`, {
    headers: { 'x-api-key': installation.key.api_key },
  });
  listed.push(...((await answer.json()) as { data: { items: unknown[] } }).data.items);
  const { output } = await run(installation);
  expect(output).toContain('the list of appointments does not filter by e-mail address');
  expect((await statuses(installation)).sort()).toEqual(['canceled', 'pending_confirmation']);
});

it('leaves nothing booked in the co-branded flow', async () => {
  const installation = await operator({
    key: {
      flow: 'co_branded',
      customer_consent_mode: 'service_consent_api',
      physician_order_mode: 'service_service',
    },
  });
  const { code, output } = await run(installation, 'co_branded');
  expect(code).toBe(0);
  expect(output).toMatch(/not tried {2}a cancel: the order has no requested times, so nothing is booked/);
});
