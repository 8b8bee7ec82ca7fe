/** The command `dx-booking`: its help, its errors, and the files that it writes. */
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { beforeEach, expect, it } from 'vitest';
import { operatorKeys } from '../../../server/config/kinds.ts';
import { createStoreKeys } from '../../../server/core/store/store-keys.ts';
import { operatorOf } from '../../../server/operate/admin/guards.ts';
import { keySettings } from '../../../server/operate/cli/keys.ts';
import { bareEnv } from '../../support/bare-env.ts';
import { folderOfTest } from '../../support/folders.ts';
import { serve } from '../../support/serve.ts';

const program = fileURLToPath(new URL('../../../server/operate/cli/dx-booking.ts', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

const run = (...args: string[]) => runWith({}, ...args);
function runWith(env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...bareEnv, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
const settings = async () => parseEnv(await readFile(join(folder, '.env'), 'utf8')) as Record<string, string>;

it('lists its subcommands, and shows an example of each', () => {
  const { status, stdout } = run('--help');
  expect(status).toBe(0);
  for (const name of [
    'init',
    'dev',
    'start',
    'doctor',
    'conformance',
    'webhooks',
    'keys',
    'reseal',
    'events',
    'customers',
    'openapi',
    'verify-release',
  ])
    expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  expect(run('events', '--help').stdout).toContain('$ dx-booking events replay --parked');
  expect(run('--version')).toEqual({ status: 0, stdout: run('-v').stdout, stderr: '' });
  expect(run('-v').stdout).toMatch(/^\d+\.\d+\.\d+/);
});

it('shows the settings in force and where each is from, without a secret', async () => {
  expect(run('init').status).toBe(0);
  const { STORE_KEYS = '' } = await settings();
  const { k, kid } = JSON.parse(STORE_KEYS).keys[0];
  const keyFile = join(folder, 'key');
  await writeFile(keyFile, 'dx-main.canary-key\n');
  const given = {
    UPSTREAM_API_KEY_FILE: keyFile,
    DATABASE_URL: 'postgres://canary-name:canary-word@127.0.0.1:5432/dx?application_name=canary-part',
    EVENTS_URL: 'https://events.example/canary-path?key=canary-query',
    PORT: '8181',
    UPSTREAM_URL: 'https://service.example',
    PUBLIC_URL: 'https://booking.example',
    ORIGINS: 'https://www.example',
  };
  const shown = runWith(given, 'config', 'show');
  const lines = shown.stdout.split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'PORT=8181  (environment)',
      'HOST=127.0.0.1  (default)',
      `STORE_KEYS=1 key: ${kid}  (.env)`,
      `UPSTREAM_API_KEY=dx-main.…  (${keyFile})`,
      'DATABASE_URL=postgres://127.0.0.1:5432  (environment)',
      'EVENTS_URL=https://events.example  (environment)',
      'SUBJECT_ISSUER is not set',
      '  EVENTS_SECRET is needed: every event is signed',
    ]),
  );
  expect(shown.status).toBe(1);
  expect(shown.stdout + shown.stderr).not.toMatch(/canary/);
  expect(shown.stdout).not.toContain(k);

  const asJson = runWith({ ...given, EVENTS_URL: '' }, 'config', 'show', '--json');
  expect(asJson.status).toBe(0);
  const { settings: all, faults } = JSON.parse(asJson.stdout);
  expect(all).toContainEqual({ name: 'PORT', value: '8181', from: 'environment' });
  expect(all).toContainEqual({ name: 'EVENTS_URL', value: null, from: 'default' });
  expect(faults).toEqual([]);
});

it('shows the sentences of each language, and a setting that is at fault', async () => {
  const given = {
    REFUND_IF_STOPPED: 'We return the whole price.',
    REFUND_IF_STOPPED_ES: 'Devolvemos el precio.',
    CANCELLATION_TERMS_PT_BR: 'Cancele até um dia antes.',
    STORE_KEYS: '{"keys":{"kid":"a"}}',
    TOKEN_KEYS: '{"keys":[null]}',
  };
  const { status, stdout } = runWith(given, 'config', 'show');
  expect(status).toBe(1);
  const lines = stdout.split('\n');
  const at = lines.indexOf('REFUND_IF_STOPPED=We return the whole price.  (environment)');
  expect(lines[at + 1]).toBe('REFUND_IF_STOPPED_ES=Devolvemos el precio.  (environment)');
  expect(lines).toEqual(
    expect.arrayContaining([
      'CANCELLATION_TERMS_PT_BR=Cancele até um dia antes.  (environment)',
      'STORE_KEYS=set  (environment)',
      expect.stringMatching(/^ {2}STORE_KEYS /),
    ]),
  );
});

it('ends without a word when nobody reads on', () => {
  run('init');
  const command = `"${process.execPath}" "${program}" config show | true`;
  const { stderr } = spawnSync('sh', ['-c', command], { cwd: folder, env: bareEnv, encoding: 'utf8' });
  expect(stderr).toBe('');
});

it('refuses a misspelt subcommand, option or setting, and says what is meant', () => {
  expect(run('doctr')).toMatchObject({ status: 1, stderr: expect.stringContaining('Did you mean doctor?') });
  expect(run('doctor', '--jsno')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Did you mean --json?'),
  });
  expect(run('keys', 'generate', 'TOKEN_KEY').stderr).toContain('TOKEN_KEYS');
});

it('says which store cannot be opened', async () => {
  run('init');
  await writeFile(join(folder, 'file'), '');
  const env = {
    ...bareEnv,
    ...(await settings()),
    PUBLIC_URL: 'https://booking.example',
    ORIGINS: 'https://clinic.example',
    UPSTREAM_URL: 'https://service.example',
    UPSTREAM_API_KEY: 'key.secret',
    SQLITE_FILE: join(folder, 'file/dx.sqlite'),
  };
  const { status, stderr } = spawnSync(process.execPath, [program, 'events', 'list'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The store at SQLITE_FILE cannot be opened for writing: /);
});

it('writes settings and hooks that start, only for the owner, and never over others', async () => {
  expect(run('init')).toMatchObject({ status: 0, stdout: expect.stringContaining('.env, hooks.mjs') });
  expect((await stat(join(folder, '.env'))).mode & 0o077).toBe(0);
  const before = await settings();
  expect(run('init').status).toBe(1);
  expect(await settings()).toEqual(before);
  const { status, stdout } = run('doctor', '--json');
  expect(status).toBe(1);
  const messages = JSON.parse(stdout).findings.map(({ message: text }: { message: string }) => text);
  expect(messages.join()).toMatch(/PUBLIC_URL is needed/);
  expect(messages.join()).toContain(
    'The hooks can be loaded: payment, verifySubject, handoffOrder, onEvent.',
  );
  expect(messages.join()).not.toMatch(/STORE_KEYS|TOKEN_KEYS/);
});

it('keeps the secrets and the data out of git, beside what .gitignore has', async () => {
  await writeFile(join(folder, '.gitignore'), 'public\n/node_modules');
  expect(run('init').status).toBe(0);
  const ignored = () => readFile(join(folder, '.gitignore'), 'utf8');
  expect(await ignored()).toBe('public\n/node_modules\n.env\nsubject-key.pem\n.data/\n');
  await rm(join(folder, '.env'));
  await rm(join(folder, 'hooks.mjs'));
  run('init');
  expect(await ignored()).toBe('public\n/node_modules\n.env\nsubject-key.pem\n.data/\n');
});

it('names init in a folder that has no settings yet', () => {
  const hint = '"npx dx-booking init" writes a .env with new keys.';
  for (const command of ['start', 'doctor']) {
    const { status, stdout, stderr } = run(command);
    expect([command, status, stdout + stderr]).toEqual([command, 1, expect.stringContaining(hint)]);
  }
  run('init');
  const { stdout, stderr } = run('doctor');
  expect(stdout + stderr).not.toContain(hint);
});

it('writes settings for hooks over HTTP', async () => {
  run('init', '--hooks', 'http');
  expect(await settings()).toMatchObject({
    HOOKS: 'verifySubject,payment',
    HOOKS_SECRET: expect.stringMatching(/^whsec_/),
    EVENTS_SECRET: expect.stringMatching(/^whsec_/),
  });
});

it('writes a site of a template, its key pair and what git ignores, and never over a file', async () => {
  const site = (path: string) => join(folder, path);
  await mkdir(site('public'));
  await writeFile(site('public/page.js'), 'mine');
  expect(run('init', '--template', 'python')).toMatchObject({
    status: 1,
    stdout: 'Nothing is written. These files are in the way: public/page.js\n',
  });
  expect(await readdir(folder, { recursive: true })).toEqual(['public', 'public/page.js']);
  await rm(site('public/page.js'));
  const { status, stdout } = run('init', '--template', 'python');
  expect([status, stdout]).toEqual([0, expect.stringContaining('\n  python3 app.py\n')]);
  expect((await stat(site('subject-key.pem'))).mode & 0o077).toBe(0);
  expect(JSON.parse(await readFile(site('public/jwks.json'), 'utf8')).keys[0]).not.toHaveProperty('d');
  expect(await readFile(site('.gitignore'), 'utf8')).toContain('subject-key.pem\n');
  expect(await settings()).toMatchObject({
    HOOKS: 'payment',
    SUBJECT_JWKS_URL: 'http://localhost:8000/jwks.json',
  });
  expect(run('init', '--template', 'python', '--hooks', 'http').stderr).toContain('cannot be used with');
});

it('writes settings and a key pair for users with a JWT', async () => {
  expect(run('init', '--users', 'jwt').status).toBe(0);
  expect((await readdir(folder)).toSorted()).toEqual([
    '.env',
    '.gitignore',
    'hooks.mjs',
    'jwks.json',
    'subject-key.pem',
  ]);
  const { findings } = JSON.parse(run('doctor', '--json').stdout);
  const messages = findings.map(({ message: text }: { message: string }) => text);
  expect(messages).toContain('The hooks can be loaded: payment, onEvent.');
});

it.each(['--port', '--server-port', '--sandbox-port'])('says which port is in use: %s', async (option) => {
  const { port, close } = await serve(() => {});
  const free = ['--port', '0', '--server-port', '0', '--sandbox-port', '0'];
  const { status, stderr } = run('dev', ...free, option, `${port}`);
  await close();
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `Port ${port} is in use. Choose another one with ${option}.\n`,
  });
});

it.each(['abc', '70000', '80.5'])('says what a port is: %s', (port) => {
  const { status, stderr } = run('dev', '--server-port', '0', '--sandbox-port', '0', '--port', port);
  expect({ status, stderr }).toEqual({ status: 1, stderr: '--port needs a number from 0 to 65535.\n' });
});

it('rotates keys in three steps, and keeps the quotes of the value', async () => {
  const own = () => readFile(join(folder, 'own.env'), 'utf8');
  const inOwn = (step: string, name: string) => run('--env-file', 'own.env', 'keys', step, name);
  await writeFile(join(folder, 'own.env'), 'PORT=1\n# a comment\nSTORE_KEYS=\nBACKEND_SECRETS=abc\n');
  expect(inOwn('add', 'STORE_KEYS').stderr).toContain('no STORE_KEYS');
  expect(inOwn('promote', 'BACKEND_SECRETS')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('keys add'),
  });
  inOwn('add', 'BACKEND_SECRETS');
  expect(await own()).toMatch(/^PORT=1\n# a comment\nSTORE_KEYS=\nBACKEND_SECRETS=abc,[\w-]{43}\n$/);
  inOwn('promote', 'BACKEND_SECRETS');
  expect(await own()).toMatch(/^PORT=1\n# a comment\nSTORE_KEYS=\nBACKEND_SECRETS=[\w-]{43},abc\n$/);
  expect(inOwn('drop', 'BACKEND_SECRETS').stdout).toContain('1 key ');
  expect(await own()).toMatch(/^PORT=1\n# a comment\nSTORE_KEYS=\nBACKEND_SECRETS=[\w-]{43}\n$/);
  expect(inOwn('drop', 'BACKEND_SECRETS').status).toBe(1);

  run('init');
  const { STORE_KEYS: before = '' } = await settings();
  const encrypted = createStoreKeys(JSON.parse(before).keys).encrypt(Buffer.from('kept'));
  expect(run('keys', 'add', 'STORE_KEYS')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('2 keys'),
  });
  const { STORE_KEYS: added = '' } = await settings();
  expect(JSON.parse(added).keys[0]).toEqual(JSON.parse(before).keys[0]);
  run('keys', 'promote', 'STORE_KEYS');
  const { STORE_KEYS: after = '' } = await settings();
  const keys = JSON.parse(after).keys;
  expect(keys.slice(1)).toEqual(JSON.parse(before).keys);
  expect(keys[0].kid).not.toBe(keys[1].kid);
  expect(createStoreKeys(keys).decrypt(encrypted).toString()).toBe('kept');
  run('keys', 'drop', 'STORE_KEYS');
  const { STORE_KEYS: dropped = '' } = await settings();
  expect(JSON.parse(dropped).keys).toEqual(keys.slice(0, 1));
  expect(await readFile(join(folder, '.env'), 'utf8')).toContain("STORE_KEYS='{");
});

it.each([
  ['a value of several lines', `STORE_KEYS='{\n  "keys": []\n}'\nPORT=1\n`],
  ['a second line with the setting', `STORE_KEYS='{"keys":[]}'\nSTORE_KEYS='{"keys":[]}'\n`],
])('loses no key in a file with %s', async (_, text) => {
  await writeFile(join(folder, '.env'), text);
  expect(run('keys', 'add', 'STORE_KEYS')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('not on a line of its own'),
  });
  expect(await readFile(join(folder, '.env'), 'utf8')).toBe(text);
});

it('creates each kind of key anew', () => {
  for (const setting of keySettings) {
    const [first, second] = [run('keys', 'generate', setting), run('keys', 'generate', setting)];
    expect([setting, first.status, first.stdout === second.stdout]).toEqual([setting, 0, false]);
  }
});

it('creates a key of an operator, and prints the document of the admin API', () => {
  const [first, second] = [1, 2].map(() =>
    JSON.parse(run('keys', 'operator', 'alice', '--role', 'support', '--json').stdout),
  );
  expect(first.key).toMatch(/^dxa_[\w-]{43}$/);
  expect(first.key).not.toBe(second.key);
  expect(operatorOf(operatorKeys.parse(first.entry), first.key)).toMatchObject({
    name: 'alice',
    role: 'support',
  });
  expect(run('keys', 'operator', 'alice').stderr).toContain('--role');
  expect(run('keys', 'operator', 'alice smith', '--role', 'admin')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The name of an operator has'),
  });
  expect(JSON.parse(run('openapi', 'admin').stdout).info.title).toContain('admin API');
  for (const name of ['lookup', 'retry', 'release', 'note'])
    expect(run('support', name, '--help').stdout).toContain(`$ dx-booking support ${name} `);
});

it('prints the document of the hooks', () => {
  expect(JSON.parse(run('openapi').stdout)).toMatchObject({ openapi: '3.1.0' });
});
