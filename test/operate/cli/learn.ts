/** Runs `dx-booking conformance --assumptions` with one key. */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConformanceOptions, conformance } from '../../../server/operate/cli/conformance.ts';
import type { operator } from '../../support/operator.ts';

type Installation = Awaited<ReturnType<typeof operator>>;

/** @returns the exit code, the output, its lines about assumptions, and the file */
export async function learn(installation: Installation, options: ConformanceOptions = {}) {
  const { dir, env, key, wire } = installation;
  const keys = join(dir, 'keys');
  const { flow } = key as { flow?: string };
  await writeFile(keys, flow === 'co_branded' ? `co_branded ${key.api_key}` : key.api_key);
  const assumptions = env.ASSUMPTIONS_FILE ?? '';
  const { code, output } = await installation.run(conformance, {
    ...{ base: wire.url, keys, assumptions, profile: 'write', journal: join(dir, randomUUID()) },
    ...options,
  });
  const lines = (start: string) => output.split('\n').filter((line) => line.startsWith(start));
  const file: Record<string, unknown> = JSON.parse(await readFile(assumptions, 'utf8'));
  return { code, output, file, differing: lines('Not assumed: '), open: lines('A person must set: ') };
}
