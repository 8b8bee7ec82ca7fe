/** Creates the keys and secrets of a development stack once and keeps them in a file. A deployment supplies its own. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JWK } from 'jose';
import { generateSigningKeys } from '../server/api/tokens/signing-keys.ts';
import { newKeys } from '../server/operate/cli/keys.ts';

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
  const [subject] = (await generateSigningKeys()).keys;
  return {
    store: JSON.parse(await newKeys('STORE_KEYS')),
    token: await generateSigningKeys(),
    subject: subject as JWK,
    hookSecret: await newKeys('BACKEND_SECRETS'),
  };
}
