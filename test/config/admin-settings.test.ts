/** The settings of the admin API. */
import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { expect, it } from 'vitest';
import { readConfig } from '../../server/config/config.ts';

const { privateKey } = await generateKeyPair('ES256', { extractable: true });
const good = {
  PUBLIC_URL: 'https://booking.clinic.example/',
  UPSTREAM_URL: 'http://127.0.0.1:4010',
  UPSTREAM_API_KEY: 'prefix.secret',
  ORIGINS: 'https://clinic.example',
  STORE_KEYS: JSON.stringify({
    keys: [{ kty: 'oct', kid: '1', k: randomBytes(32).toString('base64url') }],
  }),
  TOKEN_KEYS: JSON.stringify({ keys: [{ ...(await exportJWK(privateKey)), kid: 't1' }] }),
};

it('serves the admin API only to operators with a key, and beyond this machine only with TLS', () => {
  const keys = { ADMIN_PORT: '9464', ADMIN_KEYS: `alice:${'ab'.repeat(32)}` };
  expect(readConfig(good).admin).toBeNull();
  expect(readConfig({ ...good, ...keys }).admin).toEqual({
    port: 9464,
    host: '127.0.0.1',
    keys: [{ name: 'alice', hash: Buffer.alloc(32, 0xab) }],
    tls: null,
  });
  const tls = { ADMIN_TLS_CERT_FILE: 'a.pem', ADMIN_TLS_KEY_FILE: 'b.pem' };
  expect(readConfig({ ...good, ...keys, ...tls, ADMIN_HOST: '::' }).admin?.tls).toEqual({
    certificateFile: 'a.pem',
    keyFile: 'b.pem',
  });
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
  ['ADMIN_KEYS', `canary:${'A'.repeat(64)}`],
  ['ADMIN_KEYS', `al:${'a'.repeat(64)},bo:${'a'.repeat(64)}`],
])('refuses %s when it is %s, without repeating it', (name, value) => {
  expect(() => readConfig({ ...good, [name]: value })).toThrow(
    new RegExp(`^Settings at fault:\\n  ${name} (?!.*canary)`),
  );
});
