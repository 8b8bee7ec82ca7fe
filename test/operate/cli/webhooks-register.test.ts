/** `webhooks register`: registers once, with the events of the key's branches, and never prints the secret. */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { secretIn } from '../../../server/booking/webhooks/registration.ts';
import { createWebhookSecrets } from '../../../server/booking/webhooks/secrets.ts';
import { databasesOf, readConfig } from '../../../server/config/config.ts';
import { appointmentEventTypes, eventTypes } from '../../../server/contract/upstream-webhooks.ts';
import { createEncryption } from '../../../server/core/store/encryption.ts';
import { CommandError } from '../../../server/operate/cli/command-error.ts';
import { doctor } from '../../../server/operate/cli/doctor.ts';
import { webhooksList, webhooksRegister } from '../../../server/operate/cli/webhooks.ts';
import { prefixOf } from '../../../server/upstream/api-key.ts';
import { dataOf } from '../../second-service/differences.ts';
import { assumptionsWith } from '../../support/assumptions.ts';
import { bareEnv } from '../../support/bare-env.ts';
import { operator } from '../../support/operator.ts';
import { openTestStore } from '../../support/test-stores.ts';

const pdf = (consent: string, physician: string) => ({
  customer_consent_mode: consent,
  physician_order_mode: physician,
});

async function secretsOf(env: NodeJS.ProcessEnv): Promise<string[]> {
  const config = readConfig(env);
  const store = await openTestStore(databasesOf(config));
  return createWebhookSecrets({
    store,
    encryption: createEncryption(config.STORE_KEYS),
    configured: [],
    now: Date.now,
  }).all();
}

// Also [T84]
it('registers once, encrypts the secret and never prints it [WHK-02] [WHK-03] [WHK-06]', async () => {
  const installation = await operator();
  const first = await installation.run(webhooksRegister);
  expect(first).toMatchObject({ code: 0 });
  expect(installation.wire.sent('/v1/webhook-endpoints')).toEqual({
    callback_url: `${installation.env.PUBLIC_URL}/webhooks`,
    subscribed_events: [...appointmentEventTypes],
    partner_evidence_webhooks_enabled: false,
  });
  const [secret = '', ...more] = await secretsOf(installation.env);
  expect(secret).toMatch(/^whsec_/);
  expect(more).toEqual([]);
  const files = (await readdir(installation.dir)).filter((name) => name.startsWith('dx.sqlite'));
  for (const name of files)
    expect(await readFile(join(installation.dir, name), 'latin1')).not.toContain(secret);

  const second = await installation.run(webhooksRegister);
  expect(second).toMatchObject({ code: 0 });
  expect(second.output).toContain('was registered on');
  expect((await installation.sandbox.ledger()).webhook_endpoints).toBe(1);
  for (const { output } of [first, second]) expect(output).not.toContain(secret);
});

it('accepts a second secret together with the first with --again', async () => {
  const installation = await operator();
  await installation.run(webhooksRegister);
  expect(await installation.run(webhooksRegister, { again: true })).toMatchObject({ code: 0 });
  const secrets = await secretsOf(installation.env);
  expect(new Set(secrets).size).toBe(2);
});

it('registers again after the API key was replaced, and names the key of each registration', async () => {
  const installation = await operator();
  await installation.run(webhooksRegister);
  const former = prefixOf(String(installation.env.UPSTREAM_API_KEY));
  const { api_key: next } = await installation.sandbox.makeKey(pdf('service_consent_api', 'service_service'));
  installation.env.UPSTREAM_API_KEY = next;
  const missing = `No webhook is registered for UPSTREAM_API_KEY (${prefixOf(next)}.…)`;
  const doctorSays = async () => {
    const lines: string[] = [];
    await doctor(installation.env, {}, (line) => lines.push(line));
    return lines.join('\n');
  };
  expect(await doctorSays()).toContain(missing);

  expect((await installation.run(webhooksRegister)).output).toContain('is registered for');
  expect((await installation.run(webhooksRegister)).output).toContain('was registered on');
  expect(await doctorSays()).not.toContain(missing);
  const listed: string[] = [];
  await webhooksList(installation.env, { json: true }, (line) => listed.push(line));
  expect(JSON.parse(listed.join('')).map(({ api_key: key }: { api_key: string }) => key)).toEqual([
    prefixOf(next),
    former,
  ]);
});

it.each([
  ['api_partner_pdf', 'service_service', true],
  ['service_consent_api', 'api_partner_pdf', true],
  ['service_consent_api', 'structured_api', false],
])(
  'with consent %s and physician orders %s, evidence events: %s [WHK-25] [T83]',
  async (consent, physician, evidence) => {
    const installation = await operator({ key: pdf(consent, physician) });
    expect(await installation.run(webhooksRegister)).toMatchObject({ code: 0 });
    expect(installation.wire.sent('/v1/webhook-endpoints')).toMatchObject({
      subscribed_events: [...(evidence ? eventTypes : appointmentEventTypes)],
      partner_evidence_webhooks_enabled: evidence,
    });
  },
);

it('reads the configuration as the server does', async () => {
  const installation = await operator({
    key: pdf('api_partner_pdf', 'service_service'),
    rewrite: dataOf(/integration-configuration$/, (data) => ({
      ...data,
      updated_at: null,
      customer_consent: { mode: 'API_PARTNER_PDF' },
    })),
  });
  expect(await installation.run(webhooksRegister)).toMatchObject({ code: 0 });
  expect(installation.wire.sent('/v1/webhook-endpoints')).toMatchObject({
    partner_evidence_webhooks_enabled: true,
  });
});

it('needs no physician order in the configuration of a co-branded key, as its server needs none', async () => {
  const { env, key, ...installation } = await operator({
    key: { ...pdf('service_consent_api', 'service_service'), flow: 'co_branded' },
    rewrite: dataOf(/integration-configuration$/, ({ physician_order: _, ...data }) => data),
  });
  Object.assign(env, {
    UPSTREAM_API_KEY: '',
    HANDOFF_API_KEY: key.api_key,
    HANDOFF_ORIGIN: installation.sandbox.url,
  });
  expect(await installation.run(webhooksRegister)).toMatchObject({ code: 0 });
  expect(installation.wire.sent('/v1/webhook-endpoints')).toMatchObject({
    partner_evidence_webhooks_enabled: false,
  });
});

it('reads the responses through the adapter, and says if it cannot be loaded', async () => {
  const installation = await operator({
    rewrite: dataOf(/integration-configuration$/, (data) => ({ configuration: data })),
  });
  const adapter = join(installation.dir, 'adapter.mjs');
  await writeFile(
    adapter,
    `export const adapter = {
      'GET /v1/integration-configuration': (body) => ({ ...body, data: body.data.configuration }),
    };`,
  );
  await expect(installation.run(webhooksRegister)).rejects.toBeInstanceOf(ZodError);
  installation.env.ADAPTER_MODULE = adapter;
  expect(await installation.run(webhooksRegister)).toMatchObject({ code: 0 });
  installation.env.ADAPTER_MODULE = join(installation.dir, 'none.mjs');
  await expect(installation.run(webhooksRegister, { again: true })).rejects.toBeInstanceOf(CommandError);
});

it('repeats the request with the same key if the response is lost, and creates one endpoint [GAP-27]', async () => {
  const installation = await operator();
  await installation.sandbox.fault('POST', '/v1/webhook-endpoints', { kind: 'drop_before' }, { times: 2 });
  expect(await installation.run(webhooksRegister)).toMatchObject({ code: 0 });
  const posts = (await installation.sandbox.requests()).filter(
    ({ path }) => path === '/v1/webhook-endpoints',
  );
  expect(posts.length).toBeGreaterThan(1);
  expect(new Set(posts.map(({ idempotency_key }) => idempotency_key)).size).toBe(1);
  expect(await secretsOf(installation.env)).toHaveLength(1);
});

it('fails if the secret is not found, and finds it once its name is set [GAP-86]', async () => {
  const installation = await operator({ assumptions: { webhook: { secretKeys: ['shared_key'] } } });
  const body = {
    code: 201,
    data: { id: 'wh-1', verification: { hmac_key: 'canary-secret-of-a-service' } },
    error: null,
  };
  await installation.sandbox.fault('POST', '/v1/webhook-endpoints', { kind: 'status', status: 201, body });
  const failed = await installation.run(webhooksRegister);
  expect(failed.code).toBe(1);
  expect(failed.output).toContain('webhook.secretKeys');
  expect(failed.output).not.toContain('canary-secret-of-a-service');
  expect(await secretsOf(installation.env)).toEqual([]);
  // A second try asks the service for nothing.
  await installation.assume({ webhook: { secretKeys: ['hmac_key'] } });
  expect(await installation.run(webhooksRegister)).toMatchObject({ code: 0 });
  expect(await secretsOf(installation.env)).toEqual(['canary-secret-of-a-service']);
  expect(
    (await installation.sandbox.requests()).filter(({ path }) => path === '/v1/webhook-endpoints'),
  ).toHaveLength(1);
});

it('reports an error of the service, and can be run again', async () => {
  const installation = await operator();
  await installation.sandbox.fault('POST', '/v1/webhook-endpoints', { kind: 'status', status: 400 });
  expect(await installation.run(webhooksRegister)).toMatchObject({
    code: 1,
    output: expect.stringContaining('responded with 400'),
  });
  expect(await installation.run(webhooksRegister)).toMatchObject({ code: 0 });
});

it('registers no plain http address with a service elsewhere [WHK-04] [GAP-87]', async () => {
  const installation = await operator({ env: { UPSTREAM_URL: 'https://service.example' } });
  const { code, output } = await installation.run(webhooksRegister);
  expect(code).toBe(1);
  expect(output).toContain('only over https');
});

describe('finding the secret [GAP-86]', () => {
  it.each([
    ['beside the rest', { id: '1', signing_secret: 's' }, 's'],
    ['deeper', { endpoint: { credentials: [{ secret: 's' }] } }, 's'],
    ['twice the same', { secret: 's', endpoint: { secret: 's' } }, 's'],
    ['twice, differing', { secret: 's', endpoint: { secret: 't' } }, null],
    ['empty', { signing_secret: '' }, null],
    ['no text', { signing_secret: 17 }, null],
    ['nowhere', { id: '1' }, null],
    ['in no object', null, null],
  ])('%s', (_, answer, secret) => {
    expect(secretIn(answer, assumptionsWith())).toBe(secret);
  });
});

it('names the field of the configuration that it cannot read, and prints none of its values', async () => {
  const installation = await operator({
    rewrite: dataOf(/integration-configuration$/, (data) => ({ ...data, physician_order: { mode: 7001 } })),
  });
  const failed = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    const env = { ...bareEnv, ...installation.env };
    const command = ['server/operate/cli/dx-booking.ts', 'webhooks', 'register'];
    execFile(process.execPath, command, { env }, (error, _, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('`physician_order.mode` (Invalid input: expected string, received number)');
  expect(failed.stderr).not.toContain('7001');
});
