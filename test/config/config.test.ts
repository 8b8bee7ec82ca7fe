/** The settings: every mistake at once, no value ever repeated. */
import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig, readSettings } from '../../server/config/config.ts';
import { readOrigins } from '../../server/tokens/origin.ts';

const k = randomBytes(32).toString('base64url');
let good: NodeJS.ProcessEnv;

beforeAll(async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  good = {
    PUBLIC_URL: 'https://booking.clinic.example/',
    UPSTREAM_URL: 'http://127.0.0.1:4010',
    UPSTREAM_API_KEY: 'prefix.secret',
    ORIGINS: 'https://clinic.example, http://localhost:3000',
    STORE_KEYS: JSON.stringify({ keys: [{ kty: 'oct', kid: '1', k }] }),
    TOKEN_KEYS: JSON.stringify({ keys: [{ ...(await exportJWK(privateKey)), kid: 't1' }] }),
  };
});

it('needs few settings, and has a default for each of the others', () => {
  expect(readConfig(good)).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'https://booking.clinic.example',
    upstreamUrl: 'http://127.0.0.1:4010',
    upstreamApiKey: 'prefix.secret',
    handoff: null,
    upstreamEnvironment: null,
    origins: ['https://clinic.example', 'http://localhost:3000'],
    trustedProxies: [],
    databaseUrl: undefined,
    sqliteFile: '.data/dx.sqlite',
    tokenLifetimeSeconds: 600,
    subject: null,
    hooksModule: null,
    metrics: null,
    logLevel: 'info',
    upstreamTimeoutMs: 20_000,
    upstreamConnections: 16,
    writes: { leaseMs: 5_000, retryLimit: 12, retryBaseMs: 500, retryCapMs: 30_000 },
  });
});

it('treats an empty setting as missing', () => {
  expect(readConfig({ ...good, PORT: '', TRUSTED_PROXIES: '', HOOKS_MODULE: '' })).toMatchObject({
    port: 8080,
    hooksModule: null,
  });
});

it('names everything that is missing at once', () => {
  expect(() => readConfig({})).toThrow(
    `Settings at fault:\n${[
      'PUBLIC_URL',
      'UPSTREAM_URL',
      'ORIGINS',
      'STORE_KEYS',
      'TOKEN_KEYS',
      'UPSTREAM_API_KEY',
    ]
      .map((name) => `  ${name} is needed`)
      .join('\n')}, or HANDOFF_API_KEY, or both`,
  );
});

it('names conflicts between settings beside the errors of each setting, and repeats no value', () => {
  const env = {
    ...good,
    PORT: '9464',
    METRICS_PORT: '9464',
    PUBLIC_URL: 'canary.example',
    HANDOFF_API_KEY: good.UPSTREAM_API_KEY,
    SUBJECT_ISSUER: 'https://canary.example',
    STORE_KEYS: 'canary',
    ASSUMPTIONS_FILE: '/nowhere/canary.json',
    LOG_LEVEL: 'canary',
  };
  let message = '';
  try {
    readConfig(env);
  } catch (error) {
    message = String(error);
  }
  expect(message.split('\n').map((line) => line.trim().split(' ')[0])).toEqual([
    'Error:',
    'PUBLIC_URL',
    'STORE_KEYS',
    'ASSUMPTIONS_FILE',
    'LOG_LEVEL',
    'HANDOFF_API_KEY',
    'HANDOFF_ORIGIN',
    'SUBJECT_ISSUER',
    'METRICS_PORT',
  ]);
  expect(message).not.toMatch(/canary|prefix\.secret/);
});

it('reports no conflicts between settings when one of them cannot be read', () => {
  expect(() => readConfig({ ...good, PORT: '99999', METRICS_PORT: '99999' })).toThrow(
    /^Settings at fault:\n {2}PORT must .*\n {2}METRICS_PORT must [^,]*$/,
  );
});

it('serves metrics at the configured address, by default on the loopback interface only', () => {
  expect(readConfig({ ...good, METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
  expect(readConfig({ ...good, METRICS_PORT: '0', METRICS_HOST: '::' }).metrics).toEqual({
    port: 0,
    host: '::',
  });
});

it.each([
  ['PORT', '99999'],
  ['PORT', 'eighty'],
  ['PUBLIC_URL', 'booking.example'],
  ['PUBLIC_URL', 'http://booking.example'],
  ['UPSTREAM_URL', 'http://upstream.example'],
  ['UPSTREAM_URL', 'https://user:canary@upstream.example'],
  ['UPSTREAM_API_KEY', 'canary'],
  ['ORIGINS', 'https://clinic.example/canary'],
  ['ORIGINS', '*'],
  ['ORIGINS', 'null'],
  ['ORIGINS', ','],
  ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ['TRUSTED_PROXIES', 'true'],
  ['DATABASE_URL', 'mysql://canary@host/db'],
  ['DATABASE_URL', 'postgres://canary@host:canary/db'],
  ['DATABASE_URL', 'postgres://canary@127.0.0.1/db?sslrootcert=/nowhere/canary.crt'],
  ['STORE_KEYS', 'canary'],
  ['STORE_KEYS', '{"keys":[]}'],
  ['STORE_KEYS', '{"keys":[{"kty":"oct","kid":"1","k":"canary"}]}'],
  [
    'STORE_KEYS',
    JSON.stringify({
      keys: [
        { kty: 'oct', kid: '1', k },
        { kty: 'oct', kid: '1', k },
      ],
    }),
  ],
  ['TOKEN_KEYS', JSON.stringify({ keys: [{ kty: 'oct', kid: '1', k }] })],
  ['TOKEN_KEYS', '{"keys":[{"kty":"EC","crv":"P-256","kid":"1","x":"canary","y":"canary"}]}'],
  ['TOKEN_LIFETIME_SECONDS', '86400'],
  ['SUBJECT_ISSUER', 'https://clinic.example'],
  ['METRICS_PORT', '99999'],
  ['METRICS_PORT', '8080'],
  ['LOG_LEVEL', 'canary'],
  ['ASSUMPTIONS_FILE', '/nowhere/canary.json'],
  ['WEBHOOK_SECRETS', 'canary'],
  ['WEBHOOK_SECRETS', 'a-secret-of-enough-bytes,canary'],
  ['RECONCILE_SECONDS', '0'],
  ['HANDOFF_ORIGIN', 'https://pages.example/canary'],
  ['HANDOFF_ORIGIN', 'http://pages.example'],
  ['HANDOFF_ALLOWED_HOSTS', 'https://canary.example'],
  ['HANDOFF_ALLOWED_HOSTS', '*.canary.example'],
  ['APPOINTMENTS_URL', 'javascript:canary'],
  ['SUPPORT_URL', 'http://clinic.example/canary'],
  ['SUPPORT_EMAIL', 'canary'],
  ['REFUND_IF_STOPPED', 'canary '.repeat(50)],
  ['WRITE_LEASE_SECONDS', '0.5'],
  ['WRITE_RETRY_LIMIT', '1.5'],
  ['UPSTREAM_TIMEOUT_SECONDS', '-1'],
])('refuses %s when it is %s, without repeating it', (name, value) => {
  let message = '';
  try {
    readConfig({ ...good, [name]: value });
  } catch (error) {
    message = String(error);
  }
  expect(message).toMatch(new RegExp(`^Error: Settings at fault:\\n  ${name} \\S`));
  expect(message.split('\n')).toHaveLength(2);
  expect(message).not.toMatch(/canary|is needed/);
});

it('requires the three settings of the subject together', () => {
  const subject = {
    SUBJECT_ISSUER: 'https://clinic.example',
    SUBJECT_JWKS_URL: 'https://clinic.example/jwks.json',
    SUBJECT_AUDIENCE: 'booking',
  };
  expect(readConfig({ ...good, ...subject }).subject).toEqual({
    issuer: 'https://clinic.example',
    jwksUrl: 'https://clinic.example/jwks.json',
    audience: 'booking',
    maxSeconds: 300,
    types: ['JWT'],
  });
});

describe('the web origins', () => {
  it('accepts the exact origins of webviews', () => {
    const origins = ['https://clinic.example', 'capacitor://localhost', 'ionic://localhost'];
    expect(readConfig({ ...good, ORIGINS: origins.join(',') }).origins).toEqual(origins);
    expect([...readOrigins(origins)]).toEqual(origins);
  });

  it.each(['https://*.clinic.example', '*', 'https://*'])('are no patterns: %s', (ORIGINS) => {
    const read = readSettings({ ...good, ORIGINS });
    const faults = 'faults' in read ? read.faults : [];
    expect(faults).toEqual([expect.stringMatching(/^ORIGINS takes no patterns: write out each web origin/)]);
  });

  it.each(['null', 'capacitor://elsewhere', 'capacitor://localhost/', 'file://localhost', 'ionic:'])(
    'are not %s',
    (ORIGINS) => {
      expect(readSettings({ ...good, ORIGINS })).toHaveProperty('faults');
    },
  );
});

it('sends HSTS for one year for this host only by default', () => {
  expect(readConfig(good).strictTransport).toEqual({ maxAge: 31_536_000, includeSubDomains: false });
  const other = { HSTS_MAX_AGE_SECONDS: '0', HSTS_SUBDOMAINS: 'true' };
  expect(readConfig({ ...good, ...other }).strictTransport).toEqual({ maxAge: 0, includeSubDomains: true });
});

describe('The keys of the two flows', () => {
  const handoff = {
    HANDOFF_API_KEY: 'other.secret',
    HANDOFF_ORIGIN: 'https://pages.example',
    HANDOFF_ALLOWED_HOSTS: 'gym.example, gym.example:8443',
  };

  it('may both be set, or only one [HND-06]', () => {
    expect(readConfig({ ...good, ...handoff }).handoff).toEqual({
      apiKey: 'other.secret',
      origin: 'https://pages.example',
      allowedHosts: ['gym.example', 'gym.example:8443'],
    });
    expect(readConfig({ ...good, ...handoff, UPSTREAM_API_KEY: '' })).toMatchObject({ upstreamApiKey: null });
  });

  it.each([
    ['one key for both', { HANDOFF_API_KEY: 'prefix.secret' }, 'HANDOFF_API_KEY must be another key'],
    ['a key without the origin of its page', { HANDOFF_ORIGIN: '' }, 'HANDOFF_ORIGIN is needed'],
    ['an origin without its key', { HANDOFF_API_KEY: '' }, 'HANDOFF_API_KEY is needed'],
  ])('are refused as %s [HND-06] [GAP-95]', (_, over, message) => {
    expect(() => readConfig({ ...good, ...handoff, ...over })).toThrow(message);
  });
});
