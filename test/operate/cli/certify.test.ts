/** certify against the sandbox and against one that differs; it never writes to production. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CertifyOptions, certify } from '../../../server/operate/cli/certify.ts';
import { dataOf } from '../../second-service/differences.ts';
import { operator } from '../../support/operator.ts';

type Installation = Awaited<ReturnType<typeof operator>>;

async function run(installation: Installation, options: CertifyOptions = {}) {
  const file = join(installation.dir, 'key');
  await writeFile(file, `${installation.key.api_key}\n`);
  return installation.run(certify, { base: installation.wire.url, keyFile: file, ...options });
}
const differing = (output: string) => output.split('\n').filter((line) => line.startsWith('DIFFERS'));
const configured = (environment: string) => ({
  kind: 'status',
  status: 200,
  body: {
    code: 200,
    data: {
      configuration_version: '1',
      customer_consent: { mode: 'service_consent_api' },
      physician_order: { mode: 'service_service' },
      environment,
      updated_at: '2026-11-20T00:00:00Z',
    },
    error: null,
  },
});

it('finds the sandbox as assumed, with a booking to its end', async () => {
  const installation = await operator();
  const { code, output } = await run(installation);
  expect(differing(output)).toEqual([]);
  expect(code).toBe(0);
  expect(output).toContain('as assumed a cancel');
  expect(await installation.sandbox.ledger()).toMatchObject({
    identities: 1,
    orders: 1,
    schedule_requests: 1,
    cancels: 1,
  });
});

it('submits a prescreen with answers that rule nothing out, and orders nothing with it', async () => {
  const installation = await operator();
  const { output } = await run(installation);
  expect(output).toContain('as assumed a prescreen submission');
  expect(await installation.sandbox.ledger()).toMatchObject({ prescreens: 1, orders: 1 });
});

it('registers a callback that does not exist, once in repeated runs, and reports that it remains [GAP-27] [GAP-86]', async () => {
  const installation = await operator();
  const { output } = await run(installation);
  expect(output).toMatch(/as assumed the signing secret as utf8, \d+ bytes/);
  expect(output).toContain(
    'not tried  the removal of the registration of https://certify.partner.example/webhooks',
  );
  expect(output).not.toContain('whsec_');
  await run(installation);
  expect(await installation.sandbox.ledger()).toMatchObject({ webhook_endpoints: 1 });
});

it('names the keys of a registration without a secret, and a secret that is too short [GAP-86]', async () => {
  const installation = await operator();
  const answer = (data: object) => ({ kind: 'status', status: 201, body: { code: 201, data, error: null } });
  await installation.sandbox.fault('POST', '/v1/webhook-endpoints', answer({ id: 'wh-1', note: 'canary' }));
  const { output } = await run(installation);
  expect(differing(output).join()).toMatch(/signing secret of a registration.*id, note.*webhook\.secretKeys/);
  expect(output).not.toContain('canary');
  await installation.sandbox.fault('POST', '/v1/webhook-endpoints', answer({ id: 'wh-1', secret: 'short' }));
  expect(differing((await run(installation)).output).join()).toContain(
    'the signing secret as utf8: it does not decode to 16 bytes or more. Ask onboarding for a longer secret',
  );
});

it('reads a check-in link and reschedules if the location confirms, and reports if it does not [GAP-69]', async () => {
  const installation = await operator();
  const { output } = await run(installation);
  expect(output).toMatch(/not tried {2}a check-in link: .* --wait SECONDS/);
  expect(output).toMatch(/not tried {2}a reschedule: .* --wait SECONDS/);
  await installation.sandbox.settings({ confirm_after_seconds: 0 });
  const confirmed = await run(installation);
  expect(differing(confirmed.output)).toEqual([]);
  for (const line of ['a check-in link', 'the address of a check-in link', 'a reschedule', 'a cancel'])
    expect(confirmed.output).toContain(`as assumed ${line}`);
  expect(await installation.sandbox.ledger()).toMatchObject({ reschedules: 1, cancels: 2 });
});

it('waits for the confirmation as long as --wait says', async () => {
  const installation = await operator();
  await installation.sandbox.settings({ confirm_after_seconds: 2 });
  expect((await run(installation, { wait: '20' })).output).toContain('as assumed a reschedule');
  expect((await run(installation, { wait: 'long' })).code).toBe(1);
});

it('prints the hosts of documents that are not set yet, together with those that are', async () => {
  const installation = await operator({
    key: {
      flow: 'full_api',
      customer_consent_mode: 'api_partner_pdf',
      physician_order_mode: 'service_service',
    },
    assumptions: { evidence: { attestationVersion: 'certify-1' } },
    env: { DOCUMENT_HOSTS: 'forms.partner.example' },
    rewrite: dataOf(/\/consent-evidence$/, (data) => ({
      ...data,
      upload_session: { ...(data.upload_session as object), url: 'https://storage.invalid:8443/canary' },
    })),
  });
  const { output } = await run(installation);
  expect(output).toContain('set        DOCUMENT_HOSTS=forms.partner.example,storage.invalid:8443');
  expect(output).not.toContain('canary');
});

it("prints no hosts if all documents are on the service's own, and names those that it has not seen", async () => {
  const installation = await operator();
  const { output } = await run(installation);
  expect(output).not.toContain('set        DOCUMENT_HOSTS');
  expect(output).toMatch(/not tried {2}a signed form: .*DOCUMENT_HOSTS/);
});

const lastOf = {
  service_service: 'as assumed a check-in link',
  structured_api: "as assumed a physician's session abandoned",
  api_partner_pdf: "as assumed a physician's order as a document: its completion",
};
it.each(
  (['service_consent_api', 'api_partner_pdf'] as const).flatMap((consent) =>
    (['service_service', 'structured_api', 'api_partner_pdf'] as const).map(
      (physician) => [consent, physician] as const,
    ),
  ),
)(
  'ends well under consent by %s and a physician order by %s, and leaves nothing booked',
  async (consent, physician) => {
    const installation = await operator({
      key: { flow: 'full_api', customer_consent_mode: consent, physician_order_mode: physician },
      assumptions: { evidence: { attestationVersion: 'certify-1' } },
    });
    await installation.sandbox.settings({ confirm_after_seconds: 0 });
    const { code, output } = await run(installation);
    expect(differing(output)).toEqual([]);
    expect(output).toContain(lastOf[physician]);
    expect(output).toContain('as assumed a cancel');
    expect(code).toBe(0);
    const left = await installation.sandbox.appointments();
    expect(left.map((each) => Reflect.get(each, 'status'))).toEqual(['canceled']);
  },
);

it('reports that a document needs the version of its attestation', async () => {
  const installation = await operator({
    key: {
      flow: 'full_api',
      customer_consent_mode: 'api_partner_pdf',
      physician_order_mode: 'service_service',
    },
  });
  const { output } = await run(installation);
  expect(output).toContain('no evidence.attestationVersion is set');
  expect(output).toContain('A person must still set: evidence.attestationVersion.');
  expect(await installation.sandbox.ledger()).toMatchObject({ orders: 0 });
});

it('walks the co-branded flow to its hosted page', async () => {
  const installation = await operator({
    key: {
      flow: 'co_branded',
      customer_consent_mode: 'service_consent_api',
      physician_order_mode: 'service_service',
    },
  });
  const { output } = await run(installation, { flow: 'co_branded' });
  expect(differing(output)).toEqual([]);
  expect(await installation.sandbox.ledger()).toMatchObject({ orders: 1, handoffs: 1, schedule_requests: 0 });
});

it('names the entry that mends a difference', async () => {
  const installation = await operator({
    key: {
      flow: 'co_branded',
      customer_consent_mode: 'service_consent_api',
      physician_order_mode: 'service_service',
    },
    assumptions: {
      consent: { decisionKeys: { label: { replace: ['heading'] } }, htmlFormats: { replace: ['markdown'] } },
      handoff: { urlKeys: { replace: ['page'] } },
    },
  });
  const { code, output } = await run(installation, { flow: 'co_branded' });
  expect(code).toBe(1);
  const found = differing(output).join('\n');
  for (const entry of ['consent.decisionKeys.label', 'consent.htmlFormats', 'handoff.urlKeys'])
    expect(found).toContain(`Set ${entry}: the file below adds `);
});

it('reports where a schema differs, without any value', async () => {
  const installation = await operator();
  const body = { code: 200, data: { items: [{ appointment_id: 'canary' }], page_info: {} }, error: null };
  await installation.sandbox.fault('GET', '/v1/appointments', { kind: 'status', status: 200, body });
  const { output } = await run(installation);
  expect(differing(output).join()).toMatch(
    /appointments that changed.*items\.0\.appointment_id \(invalid_format, found a text\).*Report this line to onboarding/,
  );
  expect(output).not.toContain('canary');
});

it.each(['production', 'live', 'Prod-EU'])(
  'writes nothing to %s, even if --environment names it',
  async (environment) => {
    const installation = await operator();
    await installation.sandbox.fault('GET', '/v1/integration-configuration', configured(environment));
    const { output } = await run(installation, { environment });
    expect(output).toContain('not tried  every write');
    expect((await installation.sandbox.requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

it('writes to an unknown environment only if --environment names it', async () => {
  const installation = await operator();
  await installation.sandbox.fault('GET', '/v1/integration-configuration', configured('blue'), { times: 2 });
  expect((await run(installation)).output).toContain('--environment blue');
  expect((await installation.sandbox.ledger()).identities).toBe(0);
  await run(installation, { environment: 'blue' });
  expect((await installation.sandbox.ledger()).identities).toBe(1);
});

it('writes nothing if the configuration cannot be read', async () => {
  const installation = await operator();
  await installation.sandbox.fault('GET', '/v1/integration-configuration', { kind: 'status', status: 403 });
  const { code, output } = await run(installation);
  expect(code).toBe(1);
  expect(output).toContain('names no environment');
  expect((await installation.sandbox.ledger()).identities).toBe(0);
});

it.each([{ keyFile: '/nowhere/key', base: 'http://127.0.0.1:1' }, { base: 'http://service.example' }])(
  'requires its options: %j',
  async (options) => {
    const installation = await operator();
    expect(await installation.run(certify, options)).toMatchObject({
      code: 1,
      output: expect.stringContaining('--key-file'),
    });
  },
);
