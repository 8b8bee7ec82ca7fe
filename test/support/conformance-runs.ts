/** Runs `dx-booking conformance` as a process that is killed at one of its requests, against a sandbox of its own. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stored } from '../../server/operate/conformance/report.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { type StartedProcess, startProcess } from './child-processes.ts';
import { type RecordedRequest, startRecordingProxy } from './recording-proxy.ts';
import { Sandbox } from './sandbox.ts';

const program = fileURLToPath(new URL('../../server/operate/cli/dx-booking.ts', import.meta.url));

/** Whether a run is killed as the service gets this request, the one with this number. */
export type Kill = (request: RecordedRequest, number: number) => boolean;

/** Starts a sandbox with a key of each configuration. The caller closes it. */
export async function openConformanceRuns() {
  const upstream = await startSandbox();
  const sandbox = new Sandbox(upstream.url);
  const folder = await mkdtemp(join(tmpdir(), 'dx-conformance-'));
  const [keys, journal, json] = ['keys', 'journal', 'run.json'].map((name) => join(folder, name));
  const found = (await (await fetch(`${upstream.url}/sandbox/keys`)).json()) as {
    keys: { flow: string; api_key: string }[];
  };
  const lines = found.keys.map(({ flow, api_key }) =>
    flow === 'co_branded' ? `${flow} ${api_key}` : api_key,
  );
  await writeFile(keys ?? '', lines.join('\n'));
  let running: StartedProcess | null = null;
  let kill: Kill = () => false;
  let signal: NodeJS.Signals = 'SIGKILL';
  let requests = 0;
  const proxy = await startRecordingProxy(upstream.url, {
    change(request) {
      requests += 1;
      if (kill(request, requests)) running?.child.kill(signal);
    },
  });
  return {
    sandbox,
    hasJournal: () => existsSync(journal ?? ''),
    /** Starts a run, or continues the last one. @returns null for a run that was killed */
    async run(options: string[], isKilled: Kill = () => false, by: 'SIGKILL' | 'SIGTERM' = 'SIGKILL') {
      const goesOn = existsSync(journal ?? '');
      requests = 0;
      kill = isKilled;
      signal = by;
      const args = [
        ...['conformance', '--base', proxy.url, '--keys', keys, '--profile', 'write', '--json', json],
        ...[goesOn ? '--continue' : '--journal', journal, ...options],
      ];
      const env = { CHROMIUM_PATH: '/nowhere/chromium' };
      running = startProcess(process.execPath, [program, ...args.map(String)], { env });
      const code = await running.ended;
      if (code === null) return null;
      const stored = existsSync(json ?? '')
        ? (JSON.parse(await readFile(json ?? '', 'utf8')) as Stored)
        : null;
      return { code, requests, output: running.output(), stored };
    },
    /** The statuses of all appointments, each once. */
    async statuses(): Promise<string[]> {
      const found = (await sandbox.appointments()) as unknown as { status: string }[];
      return [...new Set(found.map(({ status }) => status))].sort();
    },
    async close() {
      await proxy.close();
      await upstream.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The outcome of each check. */
export const outcomesOf = (stored: Stored | null): Record<string, string> =>
  Object.fromEntries((stored?.results ?? []).map(({ id, outcome }) => [id, outcome]));
