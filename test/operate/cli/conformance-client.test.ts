/** `dx-booking conformance --client` against the sandbox: how a script or a person drives it, and what it says about a poor client. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ConformanceClientOptions,
  conformanceClient,
} from '../../../server/operate/cli/conformance-client.ts';
import { startSandbox } from '../../../server/sandbox/sandbox.ts';
import { folderOfFile } from '../../support/folders.ts';

/** Reads with an idempotency key, writes without one, and books nothing. */
const poorClient = `
const { CONFORMANCE_BASE_URL: base, CONFORMANCE_API_KEY: key, CONFORMANCE_TASK: task } = process.env;
const headers = { 'x-api-key': key, 'content-type': 'application/json' };
await fetch(base + '/v1/integration-configuration', { headers: { ...headers, 'idempotency-key': task } });
await fetch(base + '/v1/orders', { method: 'POST', headers, body: '{}' });
`;

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
const folder = folderOfFile();
beforeAll(async () => {
  sandbox = await startSandbox();
  await writeFile(join(folder, 'client.mjs'), poorClient);
});
afterAll(() => sandbox.close());

async function run(options: Partial<ConformanceClientOptions>) {
  const lines: string[] = [];
  const signal = new AbortController().signal;
  const code = await conformanceClient({ base: sandbox.url, signal, ...options }, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
}

const script = () => `"${process.execPath}" "${join(folder, 'client.mjs')}"`;

it('runs a command for each task, and names what differs', async () => {
  const json = join(folder, 'run.json');
  const { code, output } = await run({ run: script(), task: ['booking', 'co-branded'], json });
  expect(code).toBe(1);
  expect(output).toMatch(/^booking +2 requests$/m);
  expect(output).toMatch(/^co-branded +2 requests$/m);
  const differing = [...output.matchAll(/^(?:MUST|SHOULD) (\S+):/gm)].map(([, id]) => id);
  expect(differing).toEqual([
    ...['scenarios/booking', 'scenarios/co-branded', 'branches/order-after-consent'],
    ...['orders/payment', 'orders/needed', 'orders/body', 'orders/customer', 'orders/consent'],
    ...['orders/product', 'keys/present', 'keys/reads'],
  ]);
  expect(output).toContain('2 of 43 endpoints called.');
  expect(output).toContain('booking, request 2, POST /v1/orders: has none');
  expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({ profile: 'client' });
  const idle = await run({ run: `"${process.execPath}" -e 0`, task: ['booking'], baseline: json });
  expect(idle.output).toContain('Changed: keys/present: differs, now not tried');
});

it('prints the tasks and their keys, and judges when the person ends it', async () => {
  const ending = new AbortController();
  const lines: string[] = [];
  const code = await conformanceClient({ base: sandbox.url, signal: ending.signal }, (line) => {
    lines.push(line);
    if (line.startsWith('webhooks: ')) ending.abort();
  });
  expect(code).toBe(0);
  expect(lines[0]).toMatch(/^Base URL: http:\/\/127\.0\.0\.1:\d+$/m);
  expect(lines.filter((line) => /^[a-z-]+: \S+\.\S+\n {2}/.test(line))).toHaveLength(16);
  expect(lines.join('\n')).toContain('Not tried: 1 × Do the task booking');
});

it.each<[Partial<ConformanceClientOptions>, string]>([
  [{ base: 'http://service.example' }, 'Required: --base'],
  [{ task: ['nothing'] }, 'There are booking, structured-order'],
])('refuses %j', async (options, message) => {
  await expect(run(options)).rejects.toThrow(message);
});
