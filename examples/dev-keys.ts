/** Creates the keys and secrets of a development stack once and keeps them in a file. A deployment supplies its own. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

interface DevKeys {
  /** Encrypts what the server stores: a JWKS of 256-bit keys. */
  store: { keys: JWK[] };
  /** Signs the widget's tokens: a JWKS of ES256 private keys. */
  token: { keys: JWK[] };
  /** Signs the subject tokens of the sites: an ES256 private key. */
  subject: JWK;
  /** The bearer token with which the server's hook calls the site. */
  hookSecret: string;
}

/** The keys of a development stack, with what is derived from them. */
export interface DevSecrets extends DevKeys {
  /** The bearer token with which the sites revoke a user's tokens at the server; derived from the kept keys. */
  backendSecret: string;
}

/** Reads the secrets from the file. If it does not exist, creates new ones and the file with mode 0600. */
export async function devSecrets(file: string): Promise<DevSecrets> {
  const keys = await keptKeys(file);
  const backendSecret = createHash('sha256').update(`backend ${keys.hookSecret}`).digest('base64url');
  return { ...keys, backendSecret };
}

async function keptKeys(file: string): Promise<DevKeys> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    const keys = await makeKeys();
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(keys, null, 2), { mode: 0o600 });
    return keys;
  }
}

async function makeKeys(): Promise<DevKeys> {
  const store = {
    kty: 'oct',
    kid: randomUUID(),
    alg: 'A256GCM',
    k: randomBytes(32).toString('base64url'),
  };
  return {
    store: { keys: [store] },
    token: { keys: [await signingKey()] },
    subject: await signingKey(),
    hookSecret: randomBytes(32).toString('base64url'),
  };
}

async function signingKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    ...(await exportJWK(privateKey)),
    kid: randomUUID(),
    alg: 'ES256',
    use: 'sig',
  };
}
