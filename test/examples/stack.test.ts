/** The stack of `npm start`: three processes that start and stop together, and can be restarted one at a time. */

import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCoBranded } from '../../examples/start-co-branded.ts';
import { type Stack, startStack } from '../../examples/start-stack.ts';
import { shared } from '../support/ask-made-once.ts';
import { folderOfFile } from '../support/folders.ts';

const dataDir = folderOfFile();
let stack: Stack;

beforeAll(async () => {
  await shared('pages');
  stack = await startStack({ ports: { site: 0, server: 0, sandbox: 0 }, quiet: true, dataDir });
});
afterAll(() => stack.stop());

const status = async (url: string) => (await fetch(url)).status;
const alive = (pid: number | undefined) => {
  try {
    return process.kill(pid ?? Number.NaN, 0);
  } catch {
    return false;
  }
};

it('serves on all three addresses', async () => {
  expect(await status(stack.siteUrl)).toBe(200);
  expect(await status(`${stack.siteUrl}/dx/loader.js`)).toBe(200);
  expect(await status(`${stack.sandboxUrl}/sandbox/clock`)).toBe(200);
  expect(await status(`${stack.serverUrl}/jwks.json`)).toBe(200);
});

it("keeps the server's store and logs in the folder of the run", async () => {
  expect(await readdir(stack.runDir)).toEqual(expect.arrayContaining(['partner.sqlite', 'server.log']));
});

it('runs with the gym, whose server accepts handoffs and no journeys, and stops the gym', async () => {
  const gym = await startCoBranded(stack, { site: 0, server: 0 });
  expect(await status(gym.siteUrl)).toBe(200);
  expect(await status(`${gym.siteUrl}/dx/loader.js`)).toBe(200);
  expect(await status(`${gym.serverUrl}/handoffs/x`)).toBe(401);
  expect(await status(`${gym.serverUrl}/journeys/x`)).toBe(501);
  expect(await status(`${stack.serverUrl}/handoffs/x`)).toBe(501);
  await gym.stop();
  expect(Object.values(gym.processes).map(({ pid }) => alive(pid))).toEqual([false, false]);
});

it('starts the server again on the same address', async () => {
  const before = stack.processes.server.pid;
  await stack.processes.server.restart('SIGKILL');
  expect(stack.processes.server.pid).not.toBe(before);
  expect(await status(`${stack.serverUrl}/jwks.json`)).toBe(200);
});

it('reports a process that exited by itself, and stops the others', async () => {
  const { sandbox, server, site } = stack.processes;
  process.kill(sandbox.pid ?? Number.NaN, 'SIGKILL');
  expect(await stack.unexpectedExit).toMatchObject({ name: 'sandbox', reason: 'signal SIGKILL' });
  await stack.stop();
  expect([sandbox, server, site].map(({ pid }) => alive(pid))).toEqual([false, false, false]);
});

const choosesPorts = `
  import { freePort } from './server/core/free-port.ts';
  const ports = [];
  for (let count = 0; count < 250; count += 1) ports.push(await freePort(0, '127.0.0.1'));
  console.log(JSON.stringify(ports));
  process.stdin.resume();`;

it('gives processes that run together different ports, also before their services listen', async () => {
  const processes = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', choosesPorts], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const firstLine = async (of: Readable) => {
    for await (const line of createInterface(of)) return line;
    return '[]';
  };
  const lines = await Promise.all(processes.map(({ stdout }) => firstLine(stdout)));
  for (const { stdin } of processes) stdin.end();
  const ports = lines.flatMap((line) => JSON.parse(line) as number[]);
  expect(new Set(ports).size).toBe(1_000);
  for (const port of ports)
    expect([port, Number(port) >= 20_000 && Number(port) < 32_768]).toEqual([port, true]);
});
