/** The settings: every mistake at once, no value ever repeated. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig, readSettings } from '../../server/config/config.ts';
import { loadHooks } from '../../server/config/load-hooks.ts';
import { folderOfTest } from '../support/folders.ts';

const k = randomBytes(32).toString('base64url');
const signs = { kty: 'EC', crv: 'P-256', kid: 't1', x: 'canary', y: 'canary', d: 'canary' };
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
  const config = readConfig(good);
  expect(config).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://booking.clinic.example',
    UPSTREAM_URL: 'http://127.0.0.1:4010',
    UPSTREAM_API_KEY: 'prefix.secret',
    ORIGINS: ['https://clinic.example', 'http://localhost:3000'],
    TRUSTED_PROXIES: [],
    SQLITE_FILE: '.data/dx.sqlite',
    LOG_LEVEL: 'info',
    ASSUMPTIONS_FILE: { webhook: { secretEncoding: 'utf8' } },
  });
  for (const name of ['HANDOFF_API_KEY', 'DATABASE_URL', 'SUBJECT_ISSUER', 'METRICS_PORT', 'ADMIN_PORT'])
    expect(config).not.toHaveProperty(name);
});

it('treats an empty setting as missing', () => {
  expect(readConfig({ ...good, PORT: '', TRUSTED_PROXIES: '', HOOKS_MODULE: '' })).toMatchObject({
    PORT: 8080,
    TRUSTED_PROXIES: [],
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
  const given = { ...good, METRICS_PORT: '9464' };
  expect(readConfig(given)).toMatchObject({ METRICS_PORT: 9464, METRICS_HOST: '127.0.0.1' });
  const other = { ...good, METRICS_PORT: '0', METRICS_HOST: '::' };
  expect(readConfig(other)).toMatchObject({ METRICS_PORT: 0, METRICS_HOST: '::' });
});

it.each([
  ['PORT', '99999'],
  ['PORT', 'eighty'],
  ['PUBLIC_URL', 'booking.example'],
  ['PUBLIC_URL', 'http://booking.example'],
  ['PUBLIC_URL', 'ftp://booking.example'],
  ['PUBLIC_URL', 'https://booking.example/?a=canary'],
  ['UPSTREAM_URL', 'http://upstream.example'],
  ['UPSTREAM_URL', 'https://user:canary@upstream.example'],
  ['UPSTREAM_API_KEY', 'canary'],
  ['ORIGINS', 'https://clinic.example/canary'],
  ['ORIGINS', '*'],
  ['ORIGINS', 'null'],
  ['ORIGINS', ','],
  ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ['TRUSTED_PROXIES', 'true'],
  ['TRUSTED_PROXIES', 'unix:/canary.sock'],
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
  ['TOKEN_KEYS', '{"keys":[]}'],
  ['TOKEN_KEYS', '{"keys":[{"kty":"EC","crv":"P-256","kid":"1","x":"canary","y":"canary"}]}'],
  ['TOKEN_KEYS', '{"keys":[{"kty":"EC","crv":"P-256","kid":"1","y":"canary","d":"canary"}]}'],
  ['TOKEN_KEYS', JSON.stringify({ keys: [{ ...signs, alg: 'ES384' }] })],
  ['TOKEN_KEYS', JSON.stringify({ keys: [{ ...signs, use: 'enc' }] })],
  ['TOKEN_KEYS', JSON.stringify({ keys: [signs, signs] })],
  ['SUBJECT_TOKEN_MAX_SECONDS', '86401'],
  ['SUBJECT_ISSUER', 'https://clinic.example'],
  ['METRICS_PORT', '99999'],
  ['METRICS_PORT', '8080'],
  ['LOG_LEVEL', 'canary'],
  ['ASSUMPTIONS_FILE', '/nowhere/canary.json'],
  ['WEBHOOK_SECRETS', 'canary'],
  ['WEBHOOK_SECRETS', 'a-secret-of-enough-bytes,canary'],
  ['RETENTION_BOOKINGS_DAYS', '1.5'],
  ['HANDOFF_ORIGIN', 'https://pages.example/canary'],
  ['HANDOFF_ORIGIN', 'http://pages.example'],
  ['HANDOFF_ALLOWED_HOSTS', 'https://canary.example'],
  ['HANDOFF_ALLOWED_HOSTS', '*.canary.example'],
  ['APPOINTMENTS_URL', 'javascript:canary'],
  ['SUPPORT_URL', 'http://clinic.example/canary'],
  ['SUPPORT_EMAIL', 'canary'],
  ['REFUND_IF_STOPPED', 'canary '.repeat(50)],
  ['REFUND_IF_STOPPED_PT_BR', 'canary '.repeat(50)],
  ['RATE_LIMIT_PER_USER', '-1'],
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

it('keeps of a signing key only what the server publishes, and its private part', () => {
  const TOKEN_KEYS = JSON.stringify({ keys: [{ ...signs, key_ops: ['sign'], note: 'canary' }] });
  const expected = [{ ...signs, alg: 'ES256', use: 'sig' }];
  expect(readConfig({ ...good, TOKEN_KEYS }).TOKEN_KEYS).toEqual(expected);
});

it('requires the three settings of the subject together', () => {
  const subject = {
    SUBJECT_ISSUER: 'https://clinic.example',
    SUBJECT_JWKS_URL: 'https://clinic.example/jwks.json',
    SUBJECT_AUDIENCE: 'booking',
  };
  expect(readConfig({ ...good, ...subject })).toMatchObject({
    ...subject,
    SUBJECT_TOKEN_MAX_SECONDS: 300,
    SUBJECT_TOKEN_TYPES: ['JWT'],
  });
  expect(() => readConfig({ ...good, ...subject, SUBJECT_AUDIENCE: '' })).toThrow('SUBJECT_ISSUER goes');
});

describe('the web origins', () => {
  it('accepts the exact origins of webviews', () => {
    const origins = ['https://clinic.example', 'capacitor://localhost', 'ionic://localhost'];
    expect(readConfig({ ...good, ORIGINS: origins.join(',') }).ORIGINS).toEqual(origins);
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
  const byDefault = { HSTS_MAX_AGE_SECONDS: 31_536_000, HSTS_SUBDOMAINS: false };
  expect(readConfig(good)).toMatchObject(byDefault);
  const other = { HSTS_MAX_AGE_SECONDS: '0', HSTS_SUBDOMAINS: 'true' };
  expect(readConfig({ ...good, ...other })).toMatchObject({ HSTS_MAX_AGE_SECONDS: 0, HSTS_SUBDOMAINS: true });
});

describe('The keys of the two flows', () => {
  const handoff = {
    HANDOFF_API_KEY: 'other.secret',
    HANDOFF_ORIGIN: 'https://pages.example',
    HANDOFF_ALLOWED_HOSTS: 'gym.example, gym.example:8443',
  };

  it('may both be set, or only one', () => {
    const allowed = { HANDOFF_ALLOWED_HOSTS: ['gym.example', 'gym.example:8443'] };
    expect(readConfig({ ...good, ...handoff })).toMatchObject({ ...handoff, ...allowed });
    expect(readConfig({ ...good, ...handoff, UPSTREAM_API_KEY: '' })).not.toHaveProperty('UPSTREAM_API_KEY');
  });

  it.each([
    ['one key for both', { HANDOFF_API_KEY: 'prefix.secret' }, 'HANDOFF_API_KEY must be another key'],
    ['a key without the origin of its page', { HANDOFF_ORIGIN: '' }, 'HANDOFF_ORIGIN is needed'],
    ['an origin without its key', { HANDOFF_API_KEY: '' }, 'HANDOFF_API_KEY is needed'],
  ])('are refused as %s', (_, over, message) => {
    expect(() => readConfig({ ...good, ...handoff, ...over })).toThrow(message);
  });
});

it('serves the admin API only to operators with a key, and beyond this machine only with TLS', () => {
  const keys = { ADMIN_PORT: '9464', ADMIN_KEYS: `alice:support:${'ab'.repeat(32)}` };
  expect(readConfig(good).ADMIN_PORT).toBeUndefined();
  expect(readConfig({ ...good, ...keys })).toMatchObject({
    ADMIN_PORT: 9464,
    ADMIN_HOST: '127.0.0.1',
    ADMIN_KEYS: [{ name: 'alice', role: 'support', hash: Buffer.alloc(32, 0xab) }],
  });
  const tls = { ADMIN_TLS_CERT_FILE: 'a.pem', ADMIN_TLS_KEY_FILE: 'b.pem' };
  expect(readConfig({ ...good, ...keys, ...tls, ADMIN_HOST: '::' })).toMatchObject(tls);
  for (const [more, fault] of [
    [{ ADMIN_PORT: '9464' }, 'ADMIN_KEYS is needed'],
    [{ ...keys, ADMIN_HOST: '0.0.0.0' }, 'ADMIN_TLS_CERT_FILE is needed'],
    [{ ...keys, ADMIN_TLS_CERT_FILE: 'a.pem' }, 'ADMIN_TLS_KEY_FILE is needed'],
    [{ ...keys, METRICS_PORT: '9464' }, 'ADMIN_PORT must be another port'],
  ] as const)
    expect(() => readConfig({ ...good, ...more })).toThrow(fault);
});

it.each([
  ['ADMIN_PORT', '99999'],
  ['ADMIN_KEYS', 'canary'],
  ['ADMIN_KEYS', `canary:support:${'A'.repeat(64)}`],
  ['ADMIN_KEYS', `canary:${'a'.repeat(64)}`],
  ['ADMIN_KEYS', `canary:owner:${'a'.repeat(64)}`],
  ['ADMIN_KEYS', `canary:support:${'a'.repeat(64)}:x`],
  ['ADMIN_KEYS', `al:support:${'a'.repeat(64)},bo:admin:${'a'.repeat(64)}`],
])('refuses %s when it is %s, without repeating it', (name, value) => {
  expect(() => readConfig({ ...good, [name]: value })).toThrow(
    new RegExp(`^Settings at fault:\\n  ${name} (?!.*canary)`),
  );
});

describe('An unknown name', () => {
  const faultsOf = (env: NodeJS.ProcessEnv) => {
    const read = readSettings({ ...good, ...env });
    return 'faults' in read ? read.faults : [];
  };

  it.each([
    ['RETENTION_BOOKING_DAYS', 'RETENTION_BOOKING_DAYS is no setting; did you mean RETENTION_BOOKINGS_DAYS?'],
    ['WEBHOOK_SECRET', 'WEBHOOK_SECRET is no setting; did you mean WEBHOOK_SECRETS?'],
    ['HANDOFF_API_KEY_FIEL', 'HANDOFF_API_KEY_FIEL is no setting; did you mean HANDOFF_API_KEY_FILE?'],
    ['DATABASE_URI', 'DATABASE_URI is no setting; did you mean DATABASE_URL?'],
    ['RATE_LIMIT', 'RATE_LIMIT is no setting'],
    ['EVENTS_TOPIC', 'EVENTS_TOPIC is no setting'],
  ])('is refused as a misspelt setting: %s', (name, fault) => {
    expect(faultsOf({ [name]: 'canary' })).toEqual([fault]);
  });

  it.each([
    ['of another program', { PATH: '/bin', HOSTNAME: 'canary', NODE_ENV: 'production', SITE_URL: 'canary' }],
    ['near a setting that is set', { ORIGIN: 'https://canary.example' }],
    [
      'of a service in Kubernetes',
      { EVENTS_SERVICE_HOST: '10.0.0.1', EVENTS_PORT_80_TCP: 'tcp://10.0.0.1:80' },
    ],
    ['that is empty', { RETENTION_BOOKING_DAYS: '' }],
  ])('is accepted: %s', (_, env) => {
    expect(faultsOf(env)).toEqual([]);
  });
});

describe('A secret in a file', () => {
  function fileWith(content: string): string {
    const folder = folderOfTest();
    const file = join(folder, 'secret');
    writeFileSync(file, content);
    return file;
  }
  const inFile = (name: string) => {
    const { [name]: value, ...others } = good;
    return { others, file: fileWith(`${value}\n`) };
  };

  it.each(['STORE_KEYS', 'TOKEN_KEYS', 'UPSTREAM_API_KEY'])('is read: %s', (name) => {
    const { others, file } = inFile(name);
    expect(readConfig({ ...others, [`${name}_FILE`]: file })).toEqual(readConfig(good));
  });

  it('is read for hooks over HTTP too', async () => {
    const file = fileWith(`whsec_${randomBytes(32).toString('base64')}\r\n`);
    const hooks = {
      HOOKS_URL: 'https://hooks.example',
      HOOKS: 'payment,verifySubject',
      HOOKS_SECRET_FILE: file,
    };
    expect(await loadHooks({ ...good, ...hooks })).toHaveProperty('hooks');
    const lost = await loadHooks({ ...good, ...hooks, HOOKS_SECRET_FILE: '/nowhere/canary' });
    expect(lost).toEqual({ faults: ['HOOKS_SECRET_FILE cannot be read (ENOENT)'] });
  });

  it('counts as the key that hooks need', async () => {
    const { others, file } = inFile('UPSTREAM_API_KEY');
    const hooks = {
      HOOKS_URL: 'https://hooks.example',
      HOOKS: 'verifySubject',
      HOOKS_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    };
    const loaded = await loadHooks({ ...others, ...hooks, UPSTREAM_API_KEY_FILE: file });
    expect(loaded).toEqual({ faults: ['HOOKS has no hook "payment", which UPSTREAM_API_KEY needs'] });
  });

  it.each<[string, () => NodeJS.ProcessEnv, string]>([
    [
      'that is set too',
      () => ({ ...good, STORE_KEYS_FILE: '/nowhere/canary' }),
      'STORE_KEYS and STORE_KEYS_FILE are both set: keep one of them',
    ],
    [
      'that is missing',
      () => ({ ...inFile('STORE_KEYS').others, STORE_KEYS_FILE: '/nowhere/canary' }),
      'STORE_KEYS_FILE cannot be read (ENOENT)',
    ],
    [
      'that is empty',
      () => ({ ...inFile('STORE_KEYS').others, STORE_KEYS_FILE: fileWith('\n') }),
      'STORE_KEYS_FILE names an empty file',
    ],
  ])('is refused in a file %s', (_, env, fault) => {
    expect(readSettings(env())).toEqual({ faults: [fault] });
  });
});
