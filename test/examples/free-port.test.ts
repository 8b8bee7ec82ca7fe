/** The ports of services: another process never takes one between its choice and the start of its service. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const chooseNinety = `
  import { freePort } from './examples/free-port.ts';
  for (let count = 0; count < 90; count += 1) console.log(await freePort(0, '127.0.0.1'));`;

async function ninetyPorts(): Promise<string[]> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', chooseNinety]);
  return stdout.trim().split('\n');
}

it('gives processes that start together different ports, also before their services listen', async () => {
  const ports = (await Promise.all(Array.from({ length: 4 }, ninetyPorts))).flat();
  expect(ports).toHaveLength(360);
  expect(new Set(ports).size).toBe(360);
  for (const port of ports)
    expect([port, Number(port) >= 20_000 && Number(port) < 32_768]).toEqual([port, true]);
});
