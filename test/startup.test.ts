/** The start of a misconfigured server: it names all errors at once, and repeats no value. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadHooks } from '../server/config/load-hooks.ts';
import { startProcess } from './support/child-processes.ts';
import { folderOfTest } from './support/folders.ts';

const main = fileURLToPath(new URL('../server/main.ts', import.meta.url));

async function start(env: Record<string, string>, ...args: string[]) {
  const server = startProcess(process.execPath, args.length > 0 ? args : [main], { env });
  return { code: await server.ended, output: server.output() };
}

/** A module of hooks with this text. */
async function hooksModule(source: string): Promise<string> {
  const dir = folderOfTest();
  const path = join(dir, 'hooks.mjs');
  await writeFile(path, source);
  return path;
}

const names = (output: string) =>
  output
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim());

it('names settings, keys, the assumptions file and both hooks that are missing at once', async () => {
  const { code, output } = await start({
    PUBLIC_URL: 'https://canary.example/?canary',
    UPSTREAM_URL: 'https://service.example',
    UPSTREAM_API_KEY: 'prefix.canary',
    HANDOFF_API_KEY: 'prefix.canary',
    ORIGINS: 'https://clinic.example',
    STORE_KEYS: '{"keys":[{"kty":"oct","kid":"1","k":"canary"}]}',
    TOKEN_KEYS: 'canary',
    ASSUMPTIONS_FILE: '/nowhere/canary.json',
    HOOKS_MODULE: await hooksModule('export const hooks = { async verifySubject() {} };'),
  });
  expect(code).toBe(1);
  expect(names(output).map((line) => line.split(' ')[0])).toEqual([
    'PUBLIC_URL',
    'STORE_KEYS',
    'TOKEN_KEYS',
    'ASSUMPTIONS_FILE',
    'HANDOFF_API_KEY',
    'HANDOFF_ORIGIN',
    'HOOKS_MODULE',
    'HOOKS_MODULE',
  ]);
  expect(output).toContain('has no hook "payment", which UPSTREAM_API_KEY needs');
  expect(output).toContain('has no hook "handoffOrder", which HANDOFF_API_KEY needs');
  expect(output).not.toContain('canary');
});

it.each([
  ['is not there', null, 'HOOKS_MODULE names no file; a relative path starts at the working directory'],
  [
    'breaks',
    'throw new TypeError("canary")',
    'HOOKS_MODULE cannot be loaded (TypeError): run its file with node to see why',
  ],
  ['has no hooks', 'export const canary = 1', 'HOOKS_MODULE exports no "hooks"'],
])('reports a module that %s together with the settings', async (_, source, words) => {
  const path = source === null ? '/nowhere/canary.mjs' : await hooksModule(source);
  const { output } = await start({ HOOKS_MODULE: path });
  expect(names(output)).toEqual(expect.arrayContaining(['PUBLIC_URL is needed', words]));
  expect(output).not.toContain('canary');
});

const endpoint = { HOOKS_URL: 'https://canary.example/hooks', HOOKS: 'payment,verifySubject' };
const secret = `whsec_${'canary'.repeat(8)}`;

it.each<[string, Record<string, string>, string]>([
  ['nowhere', {}, 'HOOKS_MODULE or HOOKS_URL is needed: the hooks decide whether'],
  ['twice', { ...endpoint, HOOKS_SECRET: secret, HOOKS_MODULE: 'canary.ts' }, 'are both set: keep one'],
  ['at an address without a secret', endpoint, 'HOOKS_URL goes together with HOOKS_SECRET and with HOOKS'],
  ['at plain http', { HOOKS_URL: 'http://canary.example' }, 'HOOKS_URL must be https'],
  ['under a short secret', { HOOKS_SECRET: 'whsec_canary' }, 'HOOKS_SECRET each must read whsec_'],
  ['with one that does not exist', { HOOKS: 'payment,canary' }, 'HOOKS may name only payment, verifySubject'],
  [
    'without one that is needed',
    { ...endpoint, HOOKS: 'verifySubject', HOOKS_SECRET: secret, UPSTREAM_API_KEY: 'a.b' },
    'HOOKS has no hook "payment", which UPSTREAM_API_KEY needs',
  ],
])('refuses hooks %s', async (_, env, words) => {
  const read = await loadHooks(env);
  expect('faults' in read && read.faults.join('\n')).toContain(words);
  expect(JSON.stringify(read)).not.toContain('canary');
});

it('names a hook that is misspelt, because the server would never call it', async () => {
  const source = `const own = async () => null;
    export const hooks = { verifySubject: own, customerprofile: own, onEvents: own, onEvent: own, checkHealth: own };`;
  expect(await loadHooks({ HOOKS_MODULE: await hooksModule(source) })).toEqual({
    faults: ['HOOKS_MODULE has "customerprofile", which is no hook; did you mean "customerProfile"?'],
  });
});

it('takes an endpoint that has what the keys need, without asking it', async () => {
  const env = { ...endpoint, HOOKS_SECRET: `${secret},${secret}`, UPSTREAM_API_KEY: 'a.b' };
  const read = await loadHooks(env);
  expect('hooks' in read && Object.keys(read.hooks)).toEqual(['payment', 'verifySubject']);
});

it.each([
  ['the command', 'server/operate/cli/dx-booking.ts'],
  ['the server inside another one', 'server/booking-server.ts'],
  ['the sandbox', 'server/sandbox/sandbox.ts'],
])('says which Node it needs: %s', async (_, file) => {
  // What Node 20 lacks ends a process that imports it, before any of its code runs.
  const older = `data:text/javascript,${encodeURIComponent(`
    import module from 'node:module';
    Object.defineProperty(process.versions, 'node', { value: '20.20.2' });
    const names = 'data:text/javascript,import module from "node:module"; export default module; export const { createRequire } = module';
    module.registerHooks({
      resolve(name, context, next) {
        if (name === 'node:sqlite') throw new Error('No such built-in module: node:sqlite');
        const isOurs = name === 'node:module' && context.parentURL?.startsWith('file:');
        return isOurs ? { url: names, format: 'module', shortCircuit: true } : next(name, context);
      },
    });
  `)}`;
  const program = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const { code, output } = await start({}, '--import', older, program);
  expect(output).toMatch(/^(?:Error: )?dx-booking needs Node 22\.18 or newer\. This is 20\.20\.2\.$/m);
  expect(code).toBe(1);
});

it('keeps back what Node 22 says about its SQLite, and no other warning', async () => {
  const warning = `data:text/javascript,${encodeURIComponent(`
    const { getBuiltinModule } = process;
    process.getBuiltinModule = (name) => {
      process.emitWarning(name + ' is an experimental feature', 'ExperimentalWarning');
      return getBuiltinModule(name);
    };
    setImmediate(() => process.emitWarning('of something else'));
  `)}`;
  const program = fileURLToPath(new URL('../server/operate/cli/dx-booking.ts', import.meta.url));
  const { code, output } = await start({}, '--import', warning, program, 'dev', '--port', 'abc');
  expect(output).not.toContain('sqlite');
  expect(output).toContain('of something else');
  expect(code).toBe(1);
});
