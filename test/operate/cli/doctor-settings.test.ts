/** doctor: the settings and hooks that a key's configuration needs, and how users sign in. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../../server/config/config.ts';
import { loadHooks } from '../../../server/config/load-hooks.ts';
import { createSettingsCheck } from '../../../server/config/requirements.ts';
import type { HookName } from '../../../server/contract/hooks-api.ts';
import { configuration } from '../../../server/contract/upstream-api/configuration.ts';
import { doctor } from '../../../server/operate/cli/doctor.ts';
import { examineHooks } from '../../../server/operate/cli/examine-hooks.ts';
import { newSecret } from '../../support/event-receiver.ts';
import { type HookPartner, keysOf, startHookPartner } from '../../support/hook-endpoint.ts';
import { operator } from '../../support/operator.ts';
import { serve } from '../../support/serve.ts';
import { startServer } from './start-server.ts';

type Installation = Awaited<ReturnType<typeof operator>>;

const lines = (output: string, level: string) => output.split('\n').filter((line) => line.startsWith(level));

/** Writes a hooks module next to the store. */
async function withHooks(installation: Installation, source: string): Promise<void> {
  const file = join(installation.dir, 'own-hooks.mjs');
  await writeFile(
    file,
    `export const hooks = { payment: async () => null, handoffOrder: async () => null, ${source} };`,
  );
  installation.env.HOOKS_MODULE = file;
}
const provisioned = (consent: string, physician: string) => ({
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
  ])('consent by %s, orders by %s, with %s: a %s', async (consent, physician, hooks, level, words) => {
    const installation = await operator({ key: provisioned(consent, physician) });
    await withHooks(installation, hooks);
    const { code, output } = await installation.run(doctor);
    expect(lines(output, level).join('\n')).toContain(words);
    expect(code).toBe(1);
  });

  it('requires the hook that names physicians if an issuer names customers', async () => {
    const installation = await operator({
      key: provisioned('service_consent_api', 'structured_api'),
      env: {
        SUBJECT_ISSUER: 'clinic',
        SUBJECT_JWKS_URL: 'http://127.0.0.1:9/jwks',
        SUBJECT_AUDIENCE: 'booking',
      },
    });
    await withHooks(installation, 'mayOrder: async () => true,');
    const { output } = await installation.run(doctor);
    expect(lines(output, 'fault').join('\n')).toContain('the hook "verifySubject" is missing');
    expect(lines(output, 'fault').join('\n')).toContain('SUBJECT_JWKS_URL cannot be reached');
  });

  it('finds no fault if all of them are set', async () => {
    const installation = await operator({
      key: provisioned('api_partner_pdf', 'structured_api'),
      env: { STRUCTURED_PHYSICIAN_ENABLED: 'true' },
      assumptions: { evidence: { attestationVersion: '2025-01' } },
    });
    await startServer(installation);
    await withHooks(installation, `${check} mayOrder: async () => true,`);
    expect(lines((await installation.run(doctor)).output, 'fault')).toEqual([]);
  });

  it("warns if documents may go to hosts other than the service's own", async () => {
    const installation = await operator({ key: provisioned('api_partner_pdf', 'service_service') });
    await withHooks(installation, check);
    const settings = readSettings({ ...installation.env, UPSTREAM_URL: 'https://service.example' });
    const loaded = await loadHooks(installation.env);
    if ('faults' in settings || 'faults' in loaded) throw new Error('these settings are at fault');
    const found = configuration.parse({
      configuration_version: '1',
      customer_consent: { mode: 'api_partner_pdf' },
      physician_order: { mode: 'service_service' },
      environment: 'staging',
      updated_at: '2026-11-20T00:00:00Z',
    });
    const missing = createSettingsCheck('full_api', settings.config, loaded.hooks)(found);
    expect(missing.map(({ setting }) => setting)).toContain('DOCUMENT_HOSTS');
  });

  it('names what a co-branded key cannot do here', async () => {
    const installation = await operator();
    const key = await installation.sandbox.makeKey({
      flow: 'co_branded',
      physician_order_mode: 'structured_api',
      scopes: ['write:orders', 'write:appointments', 'read:appointments'],
    });
    Object.assign(installation.env, {
      HANDOFF_API_KEY: key.api_key,
      HANDOFF_ORIGIN: 'https://pages.example',
    });
    await withHooks(installation, check);
    const { output } = await installation.run(doctor);
    const warnings = lines(output, 'warning').join('\n');
    expect(warnings).toContain('HANDOFF_ALLOWED_HOSTS is empty');
    expect(warnings).toContain('takes physician orders only for appointments of UPSTREAM_API_KEY');
    // What only the full API uses is no part of this key, so nothing of it can be missing.
    expect(lines(output, 'fault').filter((line) => line.includes('HANDOFF_API_KEY'))).toEqual([]);
    expect(output).toContain('UPSTREAM_API_KEY: the prescreen form is as assumed.');
    expect(output).not.toMatch(/HANDOFF_API_KEY: .*(prescreen form|questionnaire|consent for|evidence)/);
  });

  it('finds that no user can sign in, and the server does not start for the same reason', async () => {
    const installation = await operator();
    await withHooks(installation, '');
    const { output } = await installation.run(doctor);
    expect(lines(output, 'fault').join('\n')).toContain('or the hook "verifySubject"');
    expect(await loadHooks(installation.env)).toEqual({
      faults: [expect.stringContaining('or the hook "verifySubject"')],
    });
  });
});

it.each([
  ['no keys', 200, { keys: [{ kty: 'oct', k: 'canary' }] }, 'publishes no public key'],
  ['something else', 200, ['canary'], 'does not return a JSON Web Key Set'],
  ['a refusal', 503, {}, 'responds with status 503'],
  ['keys', 200, { keys: [{ kty: 'EC' }, { kty: 'RSA' }] }, 'publishes 2 public keys'],
])('reads what the issuer publishes: %s', async (_, status, body, words) => {
  const issuer = await serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  onTestFinished(issuer.close);
  const installation = await operator({
    env: {
      SUBJECT_ISSUER: 'clinic',
      SUBJECT_JWKS_URL: `${issuer.url}/jwks`,
      SUBJECT_AUDIENCE: 'booking',
    },
  });
  await withHooks(installation, '');
  const { output } = await installation.run(doctor);
  expect(output).toContain(words);
  expect(output).not.toContain('canary');
});

it('reports whether the backend can sign users out', async () => {
  const installation = await operator();
  expect(lines((await installation.run(doctor)).output, 'warning').join()).toContain(
    'BACKEND_SECRETS is empty',
  );
  installation.env.BACKEND_SECRETS = 'canary-0123456789abcdef0123456789abcdef';
  const { output } = await installation.run(doctor);
  expect(lines(output, 'ok').join()).toContain('BACKEND_SECRETS is set');
  expect(output).not.toContain('canary');
});

it('requires the address of the proxy that an https address implies', async () => {
  const installation = await operator({ env: { PUBLIC_URL: 'https://booking.invalid' } });
  expect(lines((await installation.run(doctor)).output, 'warning').join()).toContain(
    'TRUSTED_PROXIES is empty',
  );
  installation.env.TRUSTED_PROXIES = '10.0.0.0/8';
  expect((await installation.run(doctor)).output).not.toContain('TRUSTED_PROXIES is empty');
});

let partner: HookPartner;
beforeAll(async () => {
  partner = await startHookPartner();
});
afterAll(() => partner.close());
beforeEach(() => {
  partner.isGuarded = true;
  partner.respond = null;
  partner.calls.length = 0;
});

const examine = async (over: { url?: string; secret?: string } = {}) => {
  const names: HookName[] = ['payment', 'verifySubject'];
  const findings = await examineHooks({
    url: over.url ?? partner.url,
    keys: keysOf(over.secret ?? partner.secret),
    names,
  });
  return findings.map(({ level, message }) => `${level} ${message}`);
};

it('finds no fault, and calls no hook', async () => {
  expect(await examine()).toEqual([
    'ok HOOKS_URL accepts the signature of HOOKS_SECRET.',
    'ok The hook "payment" refuses a forged signature.',
    'ok The hook "verifySubject" refuses a forged signature.',
  ]);
  expect(partner.calls.map(({ name }) => name)).toEqual(['check']);
});

it.each<[string, { url?: string; secret?: string }, () => void, RegExp]>([
  ['is not there', { url: 'http://127.0.0.1:9' }, () => {}, /^fault HOOKS_URL cannot be reached from here/],
  [
    'has another secret',
    { secret: newSecret() },
    () => {},
    /^fault HOOKS_URL refuses the signature of HOOKS_SECRET/,
  ],
  [
    'does not know "check"',
    {},
    () => (partner.respond = (response) => response.writeHead(404).end()),
    /^fault HOOKS_URL does not answer "check".*hook_status_404/,
  ],
  [
    'checks no signature',
    {},
    () => {
      partner.isGuarded = false;
      partner.respond = (response) => response.end('{"result":true}');
    },
    /^fault The hook "payment" does not refuse a forged signature.*\n.*\nwarning HOOKS_URL accepts a request of ten minutes ago/m,
  ],
  [
    'lacks a hook that is listed',
    {},
    () => {
      partner.isGuarded = false;
      partner.respond = (response) => response.writeHead(404).end();
    },
    /^fault HOOKS names "payment", which HOOKS_URL does not have/m,
  ],
])('finds an endpoint that %s', async (_, over, arrange, words) => {
  arrange();
  expect((await examine(over)).join('\n')).toMatch(words);
});
