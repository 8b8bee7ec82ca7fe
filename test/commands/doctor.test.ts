/** What the doctor finds, in words and by exit code; it never writes to the service. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../server/app.ts';
import { doctor } from '../../server/commands/doctor.ts';
import { webhooksRegister } from '../../server/commands/webhooks-register.ts';
import { readConfig } from '../../server/config.ts';
import { silentLog } from '../../server/http/log.ts';
import { loadHooks } from '../../server/settings/load-hooks.ts';
import { operator } from './operator.ts';
import { hooks } from './paying-hooks.ts';

type Desk = Awaited<ReturnType<typeof operator>>;

async function startServer(desk: Desk): Promise<void> {
  const config = readConfig(desk.env);
  const app = await createApp({ config, hooks, log: silentLog });
  await new Promise<void>((done) => app.server.listen(config.port, '127.0.0.1', done));
  onTestFinished(() => app.close());
}

const lines = (said: string, level: string) => said.split('\n').filter((line) => line.startsWith(level));

it('finds nothing at fault where all is well, and writes nothing [WHK-02]', async () => {
  const desk = await operator({ env: { UPSTREAM_ENVIRONMENT: 'staging' } });
  await startServer(desk);
  await webhooksRegister(desk.env, [], () => {});
  const before = await desk.sandbox.ledger();
  const { code, said } = await desk.run(doctor);
  expect(lines(said, 'fault')).toEqual([]);
  expect(code).toBe(0);
  expect(said).toContain('leads to this server');
  expect(said).toContain('under 1 secret.');
  expect(said).toContain('consent by service_consent_api');
  expect(await desk.sandbox.ledger()).toEqual(before);
  expect(said).not.toContain(desk.key.api_key.split('.')[1] ?? 'no key');
});

it('names every setting that is missing', async () => {
  const desk = await operator({ env: { ORIGINS: '' } });
  const { code, said } = await desk.run(doctor);
  expect(code).toBe(1);
  expect(said).toContain('ORIGINS is needed');
});

it.each([
  ['a key that nobody knows', { UPSTREAM_API_KEY: 'nobody.canary-secret' }, 'does not know this key'],
  [
    'a service that is not there',
    { UPSTREAM_URL: 'http://127.0.0.1:9' },
    'cannot be reached at UPSTREAM_URL',
  ],
  ['another environment', { UPSTREAM_ENVIRONMENT: 'production' }, 'says "production"'],
  ['hooks that cannot be loaded', { HOOKS_MODULE: '/nowhere/hooks.ts' }, 'HOOKS_MODULE cannot be loaded'],
  [
    'a store that cannot be opened',
    { DATABASE_URL: 'postgres://app@127.0.0.1:9/none' },
    'The store (PostgreSQL) cannot be opened',
  ],
  ['an address that leads nowhere', { PUBLIC_URL: 'http://127.0.0.1:9' }, 'cannot be reached from here'],
])('finds %s', async (_, env, words) => {
  const desk = await operator({ env });
  const { code, said } = await desk.run(doctor);
  expect(code).toBe(1);
  expect(lines(said, 'fault').join('\n')).toContain(words);
  expect(said).not.toContain('canary');
});

it('finds an inactive key, and scopes that are missing [GAP-101, GAP-103]', async () => {
  const inactive = await operator({ key: { ...fullApi, status: 'inactive' } });
  expect((await inactive.run(doctor)).said).toContain('it is inactive');
  const narrow = await operator({ key: { ...fullApi, scopes: [] } });
  const { said } = await narrow.run(doctor);
  expect(lines(said, 'fault').join()).toContain(
    'no scope for /v1/appointments/{id}/check-in-link (read:appointments)',
  );
});

it('asks no physician evidence route where the service cares for the orders [T70]', async () => {
  const desk = await operator();
  await desk.run(doctor);
  expect((await desk.sandbox.requests()).filter(({ path }) => /physician|evidence/.test(path))).toEqual([]);
});

it('finds a branch that this server does not know [CFG-30]', async () => {
  const desk = await operator();
  const data = {
    configuration_version: '9',
    customer_consent: { mode: 'by_pigeon' },
    physician_order: { mode: 'service_service' },
    environment: 'staging',
    updated_at: '2026-11-20T00:00:00Z',
  };
  await desk.sandbox.fault('GET', '/v1/integration-configuration', {
    kind: 'status',
    status: 200,
    body: { code: 200, data, error: null },
  });
  expect((await desk.run(doctor)).said).toContain('consent by "by_pigeon", which this server does not know');
});

it('finds a clock that is wrong, and something else at the public address', async () => {
  const elsewhere = createServer((_, response) => {
    response.setHeader('Date', new Date(Date.now() - 600_000).toUTCString());
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
  });
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  onTestFinished(() => void elsewhere.close());
  const address = elsewhere.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const desk = await operator({ env: { PUBLIC_URL: `http://127.0.0.1:${port}` } });
  expect((await desk.run(doctor)).said).toContain('and not as this server would');
  await desk.sandbox.fault('GET', '/v1/integration-configuration', {
    kind: 'status',
    status: 200,
    headers: { date: new Date(Date.now() - 600_000).toUTCString() },
    body: {
      code: 200,
      data: {
        configuration_version: '1',
        customer_consent: { mode: 'service_consent_api' },
        physician_order: { mode: 'service_service' },
        environment: 'staging',
        updated_at: '',
      },
      error: null,
    },
  });
  expect((await desk.run(doctor)).said).toMatch(
    /fault +This clock and the service's are (599|600|601) s apart/,
  );
});

const fullApi = {
  flow: 'full_api',
  customer_consent_mode: 'service_consent_api',
  physician_order_mode: 'service_service',
};

/** A module of hooks beside the store, in the place of the partner's. */
async function withHooks(desk: Desk, source: string): Promise<void> {
  const file = join(desk.dir, 'own-hooks.mjs');
  await writeFile(
    file,
    `export const hooks = { payment: async () => null, handoffOrder: async () => null, ${source} };`,
  );
  desk.env.HOOKS_MODULE = file;
}
const provisioned = (consent: string, physician: string, flow = 'full_api') => ({
  flow,
  customer_consent_mode: consent,
  physician_order_mode: physician,
});
const check = 'verifySubject: async () => null,';

describe('settings that the configuration of a key needs', () => {
  it.each([
    [
      'api_partner_pdf',
      'service_service',
      check,
      'fault',
      'neither the entry evidence.attestationVersion in ASSUMPTIONS_FILE nor the hook "consentDocument"',
    ],
    [
      'api_partner_pdf',
      'service_service',
      `${check} consentDocument: async () => null,`,
      'warning',
      'the hook "consentDocument" returns null cannot upload',
    ],
    ['service_consent_api', 'api_partner_pdf', check, 'fault', 'nor the hook "physicianDocument"'],
    [
      'service_consent_api',
      'api_partner_pdf',
      `${check} physicianDocument: async () => null,`,
      'warning',
      'the hook "physicianDocument" returns null cannot be uploaded',
    ],
    ['service_consent_api', 'structured_api', check, 'fault', 'STRUCTURED_PHYSICIAN_ENABLED is not true'],
    ['service_consent_api', 'structured_api', check, 'fault', 'the hook "mayOrder" is missing'],
    ['service_consent_api', 'api_partner_pdf', check, 'fault', 'the hook "mayOrder" is missing'],
  ])(
    'consent by %s, orders by %s, with %s: a %s [GAP-32, CFG-27]',
    async (consent, physician, hooks, level, words) => {
      const desk = await operator({ key: provisioned(consent, physician) });
      await withHooks(desk, hooks);
      const { code, said } = await desk.run(doctor);
      expect(lines(said, level).join('\n')).toContain(words);
      expect(code).toBe(1);
    },
  );

  it('asks for the hook that names physicians where an issuer names customers [T97]', async () => {
    const desk = await operator({
      key: provisioned('service_consent_api', 'structured_api'),
      env: {
        SUBJECT_ISSUER: 'clinic',
        SUBJECT_JWKS_URL: 'http://127.0.0.1:9/jwks',
        SUBJECT_AUDIENCE: 'booking',
      },
    });
    await withHooks(desk, 'mayOrder: async () => true,');
    const { said } = await desk.run(doctor);
    expect(lines(said, 'fault').join('\n')).toContain('the hook "verifySubject" is missing');
    expect(lines(said, 'fault').join('\n')).toContain('SUBJECT_JWKS_URL cannot be reached');
  });

  it('finds nothing where all of them are set', async () => {
    const desk = await operator({
      key: provisioned('api_partner_pdf', 'structured_api'),
      env: { STRUCTURED_PHYSICIAN_ENABLED: 'true' },
      assumptions: { evidence: { attestationVersion: '2025-01' } },
    });
    await startServer(desk);
    await withHooks(desk, `${check} mayOrder: async () => true,`);
    expect(lines((await desk.run(doctor)).said, 'fault')).toEqual([]);
  });

  it('names what a co-branded key cannot do here', async () => {
    const desk = await operator();
    const key = await desk.sandbox.makeKey(
      provisioned('service_consent_api', 'structured_api', 'co_branded'),
    );
    Object.assign(desk.env, { HANDOFF_API_KEY: key.api_key, HANDOFF_ORIGIN: 'https://pages.example' });
    await withHooks(desk, check);
    const said = lines((await desk.run(doctor)).said, 'warning').join('\n');
    expect(said).toContain('HANDOFF_ALLOWED_HOSTS is empty');
    expect(said).toContain('takes physician orders only for appointments of UPSTREAM_API_KEY');
  });

  it('finds that nobody is named, and refuses the start for the same reason', async () => {
    const desk = await operator();
    await withHooks(desk, '');
    const { said } = await desk.run(doctor);
    expect(lines(said, 'fault').join('\n')).toContain('or the hook "verifySubject"');
    expect(await loadHooks(desk.env)).toEqual({
      faults: [expect.stringContaining('or the hook "verifySubject"')],
    });
  });
});

it.each([
  ['no keys', 200, { keys: [{ kty: 'oct', k: 'canary' }] }, 'publishes no public key'],
  ['something else', 200, ['canary'], 'no JSON Web Key Set'],
  ['a refusal', 503, {}, 'answers 503'],
  ['keys', 200, { keys: [{ kty: 'EC' }, { kty: 'RSA' }] }, 'publishes 2 public keys'],
])('reads what the issuer publishes: %s', async (_, status, body, words) => {
  const issuer = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => issuer.listen(0, '127.0.0.1', done));
  onTestFinished(() => void issuer.close());
  const address = issuer.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const desk = await operator({
    env: {
      SUBJECT_ISSUER: 'clinic',
      SUBJECT_JWKS_URL: `http://127.0.0.1:${port}/jwks`,
      SUBJECT_AUDIENCE: 'booking',
    },
  });
  await withHooks(desk, '');
  const { said } = await desk.run(doctor);
  expect(said).toContain(words);
  expect(said).not.toContain('canary');
});

it('asks for the address of the proxy that an https address implies', async () => {
  const desk = await operator({ env: { PUBLIC_URL: 'https://booking.invalid' } });
  expect(lines((await desk.run(doctor)).said, 'warning').join()).toContain('TRUSTED_PROXIES is empty');
  desk.env.TRUSTED_PROXIES = '10.0.0.0/8';
  expect((await desk.run(doctor)).said).not.toContain('TRUSTED_PROXIES is empty');
});
