/** The keys of a development stack, made once and kept in its data folder; a real deployment brings its own. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

export interface DevKeys {
  /** Seals what the server stores: a JWKS of 256-bit keys. */
  store: { keys: JWK[] };
  /** Signs the widget's tokens: a JWKS of ES256 private keys. */
  token: { keys: JWK[] };
  /** Signs the clinic site's own user tokens. */
  subject: JWK;
  /** What the server's payment hook shows to the clinic's books. */
  hookSecret: string;
}

/** What is made of the kept keys. */
export interface DevSecrets extends DevKeys {
  /** What the sites show to the servers when a user signs out. */
  backendSecret: string;
}

export async function devKeys(file: string): Promise<DevSecrets> {
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
