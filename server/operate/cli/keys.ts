/** New keys and secrets for the settings, and their rotation in a file of settings. */
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { generateSigningKeys } from '../../api/tokens/signing-keys.ts';
import { operatorKeys } from '../../config/kinds.ts';
import type { OperatorRole } from '../../contract/admin-api/operator-roles.ts';
import { newOperatorKey } from '../admin/guards.ts';
import { CommandError } from './command-error.ts';

/** The settings that hold keys or secrets of our own. */
export const keySettings = [
  'STORE_KEYS',
  'TOKEN_KEYS',
  'EVENTS_SECRET',
  'ACCESS_LOG_SECRET',
  'HOOKS_SECRET',
  'BACKEND_SECRETS',
] as const;
/** The name of such a setting. */
export type KeySetting = (typeof keySettings)[number];

interface Jwks {
  keys: { kid?: string }[];
}

/** Creates the value of a setting with one new key or secret. */
export async function newKeys(setting: KeySetting): Promise<string> {
  switch (setting) {
    case 'STORE_KEYS': {
      const kid = `store-${new Date().toISOString().slice(0, 10)}-${randomBytes(3).toString('hex')}`;
      return JSON.stringify({ keys: [{ kty: 'oct', kid, k: randomBytes(32).toString('base64url') }] });
    }
    case 'TOKEN_KEYS':
      return JSON.stringify(await generateSigningKeys());
    case 'EVENTS_SECRET':
    case 'ACCESS_LOG_SECRET':
    case 'HOOKS_SECRET':
      return `whsec_${randomBytes(32).toString('base64')}`;
    case 'BACKEND_SECRETS':
      return randomBytes(32).toString('base64url');
  }
}

/**
 * A step of a rotation. Between two steps every server restarts: each has to accept a new key before another one uses it.
 * `add` puts a new key behind the present ones, `promote` puts the last key in front, `drop` removes the last key.
 */
export type RotationStep = 'add' | 'promote' | 'drop';

/**
 * Takes one step of a rotation in a file of settings.
 * @param file the path of the file; its other lines stay as they are, and the value keeps its quotes
 * @returns how many keys the setting has then
 * @throws CommandError if the file cannot be read, has no such setting on a line of its own, or has one key to promote or drop
 * @throws SyntaxError if the present keys of STORE_KEYS or TOKEN_KEYS are not JSON
 */
export async function rotateKeys(step: RotationStep, setting: KeySetting, file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} cannot be read. Name the file with --env-file.`);
  });
  const present = parseEnv(text)[setting];
  if (!present)
    throw new CommandError(`${file} has no ${setting}. Create it with "dx-booking keys generate".`);
  const keys = keysOf(setting, present);
  if (step === 'add') keys.push(...keysOf(setting, await newKeys(setting)));
  else if (keys.length > 1) keys.unshift(...keys.splice(-1).filter(() => step === 'promote'));
  else throw new CommandError(`${setting} has one key. Add another one with "dx-booking keys add" first.`);
  const value = isJwks(setting)
    ? JSON.stringify({ keys: keys.map((key) => JSON.parse(key)) })
    : keys.join(',');
  const line = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${setting}[ \\t]*=[ \\t]*(['"]?).*$`, 'm');
  const [own = '', quote = ''] = line.exec(text) ?? [];
  const changed = text.replace(line, () => `${setting}=${quote && "'"}${value}${quote && "'"}`);
  // Otherwise the setting has several lines, or comes twice.
  const isWhole = parseEnv(own)[setting] === present && parseEnv(changed)[setting] === value;
  if (!isWhole) throw new CommandError(`${setting} in ${file} is not on a line of its own.`);
  await writeFile(file, changed, { mode: 0o600 });
  return keys.length;
}

const isJwks = (setting: KeySetting) => setting === 'STORE_KEYS' || setting === 'TOKEN_KEYS';

/** The keys of a value, each as text. */
const keysOf = (setting: KeySetting, value: string): string[] =>
  isJwks(setting)
    ? (JSON.parse(value) as Jwks).keys.map((key) => JSON.stringify(key))
    : value.split(',').map((one) => one.trim());

/**
 * Prints a new key, which nobody can read again, and its entry of ADMIN_KEYS.
 * @returns the exit code
 * @throws CommandError if the name has other characters than ADMIN_KEYS allows
 */
export async function keysOperator(
  { name, role, json = false }: { name: string; role: OperatorRole; json?: boolean },
  print: (line: string) => void,
): Promise<number> {
  const { key, entry } = newOperatorKey(name, role);
  if (!operatorKeys.safeParse(entry).success)
    throw new CommandError('The name of an operator has 1 to 64 letters, digits and . @ + - _');
  if (json) print(JSON.stringify({ key, entry }));
  else {
    print(`Key of ${name} with the role ${role}, shown only now:\n  ${key}`);
    print(`Add to ADMIN_KEYS, and restart every server:\n  ${entry}`);
  }
  return 0;
}

/**
 * Makes the key pair of the partner's user tokens, with the key id `subject-1`. RSA, because every language has it in its standard
 * library.
 * @returns the private key, and the set with the public key as JSON
 */
export function newSubjectKeys(): { pem: string; jwks: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
  const keys = [{ ...jwk, kid: 'subject-1', alg: 'RS256', use: 'sig' }];
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  return { pem, jwks: `${JSON.stringify({ keys }, null, 2)}\n` };
}

/**
 * Writes this key pair: `subject-key.pem` for the backend that signs, and `jwks.json` to serve at SUBJECT_JWKS_URL.
 * @param folder where the files go; it must exist
 * @returns the exit code: 1 if a file exists already; nothing is written then
 */
export async function keysSubject(folder: string, print: (line: string) => void): Promise<number> {
  const files = { key: 'subject-key.pem', set: 'jwks.json' };
  const present = Object.values(files).find((name) => existsSync(join(folder, name)));
  if (present !== undefined) {
    print(`${present} exists already. Move it away first: user tokens may be signed with it.`);
    return 1;
  }
  const { pem, jwks } = newSubjectKeys();
  await writeFile(join(folder, files.key), pem, { mode: 0o600, flag: 'wx' });
  await writeFile(join(folder, files.set), jwks, { flag: 'wx' });
  print(`Written: ${files.key} (secret, for your backend) and ${files.set} (public, for SUBJECT_JWKS_URL).`);
  return 0;
}
