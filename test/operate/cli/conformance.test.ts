/** `dx-booking conformance` against the sandbox: what it books, what it reports, and what it refuses. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compactVerify, exportJWK, generateKeyPair } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { CommandError } from '../../../server/operate/cli/command-error.ts';
import { type ConformanceOptions, conformance } from '../../../server/operate/cli/conformance.ts';
import { harnessOfFile } from '../../sandbox/fresh-partner.ts';
import { folderOfFile } from '../../support/folders.ts';

const harness = await harnessOfFile();
let keys: string;
const folder = folderOfFile();
beforeAll(async () => {
  const { json } = await harness.control<{ keys: { flow: string; api_key: string }[] }>('GET', '/keys');
  keys = join(folder, 'keys');
  const lines = json.keys.map(({ flow, api_key }) =>
    flow === 'co_branded' ? `${flow} ${api_key}` : api_key,
  );
  await writeFile(keys, `# staging\n${lines.join('\n')}\n`);
});

async function run(options: ConformanceOptions) {
  const lines: string[] = [];
  const code = await conformance(
    process.env,
    { base: harness.url, keys, journal: join(folder, 'journal'), ...options },
    (line) => lines.push(line),
  );
  return { code, output: lines.join('\n') };
}

it('cancels all that it books, and writes each report', async () => {
  const files = { json: 'run.json', junit: 'run.xml', markdown: 'run.md' } as const;
  const paths = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(folder, file)]));
  const { code, output } = await run({ profile: 'write', ...paths });
  expect(output).not.toMatch(/^(MUST|SHOULD) /m);
  expect(code).toBe(0);
  expect(output).toContain('43 of 43 endpoints called.');
  const { json } = await harness.control<{ appointments: { status: string }[] }>('GET', '/appointments');
  const statuses = new Set(json.appointments.map(({ status }) => status));
  expect([...statuses].sort()).toEqual(['canceled', 'pending_scheduling']);
  const [stored = '', xml = '', text = ''] = await Promise.all(
    Object.values(paths).map((path) => readFile(path, 'utf8')),
  );
  expect(JSON.parse(stored)).toMatchObject({
    profile: 'write',
    environment: 'staging',
    endpoints: { 'GET /v1/results': { tried: 1, differs: 0 } },
  });
  expect(xml).toContain('failures="0"');
  expect(text).toContain('environment staging, configuration ');
  expect(text).toContain('Nothing differs from the specification.');
});

it('names no environment with levers, where each check has keys of its own', async () => {
  const markdown = join(folder, 'levers.md');
  expect((await run({ profile: 'levers', area: ['identities'], markdown })).code).toBe(0);
  expect(await readFile(markdown, 'utf8')).toMatch(/^[^,]+, profile `levers`, suite [\w.-]+\.$/m);
});

it('signs the run, so that its reader sees who vouches for it and that nothing changed', async () => {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const [sign, json] = [join(folder, 'private.json'), join(folder, 'signed.json')];
  await writeFile(sign, JSON.stringify({ ...(await exportJWK(privateKey)), alg: 'EdDSA', kid: 'lab' }));
  await run({ area: ['identities'], json, sign });
  const [head, nothing, signature] = (await readFile(`${json}.jws`, 'utf8')).split('.');
  const stored = await readFile(json, 'utf8');
  const verify = (text: string) =>
    compactVerify(`${head}.${Buffer.from(text).toString('base64url')}.${signature}`, publicKey);
  expect(nothing).toBe('');
  expect((await verify(stored)).protectedHeader).toEqual({ alg: 'EdDSA', kid: 'lab' });
  await expect(verify(stored.replace('"held"', '"told"'))).rejects.toThrow('signature');
  await writeFile(sign, JSON.stringify(await exportJWK(publicKey)));
  await expect(run({ json, sign })).rejects.toThrow('--sign needs a private JWK');
});

it('names the file that cannot be read, and says what an option lacks', async () => {
  const missing = join(folder, 'nothing');
  const unread = `${missing} cannot be read (ENOENT).`;
  const other = join(folder, 'other.json');
  await writeFile(other, '[]');
  const strange = join(folder, 'strange');
  await writeFile(strange, 'nobody.canary-secret\n');
  for (const [options, message] of [
    [{ keys: missing }, `--keys: ${unread}`],
    [{ baseline: missing }, `--baseline: ${unread}`],
    [{ baseline: other }, `--baseline: ${other} is not the JSON of a run.`],
    [{ keys: strange }, '--keys: Key nobody: the service answered 401'],
    [{ sign: other }, '--sign needs --json FILE'],
  ] as const) {
    const error = await run(options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CommandError);
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toContain('canary');
  }
});

it('prints what changed since a stored run', async () => {
  const baseline = join(folder, 'before.json');
  const area = ['scheduling'];
  expect((await run({ profile: 'write', area, json: baseline })).code).toBe(0);
  expect((await run({ profile: 'write', area, baseline })).code).toBe(0);
  await harness.control('PATCH', '/settings', { unlisted_error_status: 422 });
  const { code, output } = await run({ profile: 'write', area, baseline });
  expect(code).toBe(1);
  expect(output).toMatch(/^Changed: scheduling\/submission: answered .*409.*, now .*422/m);
});

it('writes nothing with the profile read, and never writes in production', async () => {
  await harness.control('POST', '/reset');
  expect((await run({ profile: 'read', area: ['discovery', 'rules'] })).code).toBe(0);
  const { json } = await harness.control<Record<string, number>>('GET', '/ledger');
  expect(Object.values(json).filter((count) => count > 0)).toEqual([]);
  const { data } = await (await harness.partner()).get<object>('/v1/integration-configuration');
  const body = { code: 200, data: { ...data, environment: 'production' }, error: null };
  const effect = { kind: 'status', status: 200, body };
  const path = '/v1/integration-configuration';
  await harness.control('POST', '/faults', { method: 'GET', path, times: 99, effect });
  await expect(run({ profile: 'write' })).rejects.toThrow('only --profile read');
});

it.each<readonly [string, string | undefined, number | null]>([
  ['live', 'live', null],
  ['Prod-EU', 'Prod-EU', null],
  ['eu_production2', 'eu_production2', null],
  ['preprod', undefined, null],
  ...['preprod', 'non-prod', 'pre_production', 'delivery-test'].map((name) => [name, name, 0] as const),
  ['blue', undefined, null],
  ['blue', 'blue', 0],
])(
  'in the environment %s, which --environment %s declares, a write run ends with %s',
  async (environment, named, code) => {
    await harness.control('POST', '/reset');
    const path = '/v1/integration-configuration';
    const { data } = await (await harness.partner()).get<object>(path);
    const effect = {
      kind: 'status',
      status: 200,
      body: { code: 200, data: { ...data, environment }, error: null },
    };
    await harness.control('POST', '/faults', { method: 'GET', path, times: 99, effect });
    const running = run({ profile: 'write', area: ['identities'], ...(named && { environment: named }) });
    expect(
      await running.then(
        (result) => result.code,
        () => null,
      ),
    ).toBe(code);
    const { json } = await harness.control<{ identities: number }>('GET', '/ledger');
    expect(json.identities > 0).toBe(code === 0);
  },
);

it.each<[ConformanceOptions, string]>([
  [{ base: 'http://service.example' }, 'Required: --base'],
  [{ profile: 'all' }, 'Required: --base'],
  [{ area: ['nothing'] }, 'There are discovery, identities'],
])('refuses %j', async (options, message) => {
  await harness.control('POST', '/reset');
  await expect(run(options)).rejects.toThrow(message);
});
