/** `dx-booking conformance --client`: judges a client of the service by what it sends to a sandbox. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isSecureUrl } from '../../core/secure-url.ts';
import { version } from '../../core/version.ts';
import {
  judge,
  type Recorder,
  rules,
  type Scenario,
  scenarios,
  startRecorder,
} from '../conformance/package.ts';
import { CommandError } from './command-error.ts';
import { prepareReport, type ReportOptions, report } from './conformance.ts';

/** Options of the command. */
export interface ConformanceClientOptions extends ReportOptions {
  /** The URL of a sandbox. */
  base?: string;
  /** A shell command that does a task with the client. Without it, a person does the tasks until the signal. */
  run?: string;
  /** Only these tasks. */
  task?: string[];
  /** Ends the recording. */
  signal: AbortSignal;
}

/**
 * Runs the command.
 * @returns the exit code: 1 if a MUST does not hold, or something changed since the baseline
 * @throws CommandError if an option is not usable
 */
export async function conformanceClient(
  options: ConformanceClientOptions,
  print: (line: string) => void,
): Promise<number> {
  const { base: url = '', run, task, signal } = options;
  const base = URL.canParse(url) ? new URL(url) : null;
  const wanted = scenarios.filter(({ name }) => !task || task.includes(name));
  if (!base || !isSecureUrl(base)) throw new CommandError('Required: --base URL of a sandbox.');
  if (wanted.length === 0)
    throw new CommandError(`No such task. There are ${scenarios.map(({ name }) => name).join(', ')}.`);
  const before = await prepareReport(options);
  const recorder = await startRecorder(base.href.replace(/\/$/, ''), wanted);
  try {
    if (run) for (const scenario of wanted) await runTask(recorder, scenario, { run, signal, print });
    else await untilDone(recorder, signal, print);
    await recorder.settled();
    const about = {
      ...{ base: base.href, profile: 'client', at: new Date().toISOString() },
      ...{ version: version(), environment: null, configurationVersion: null },
    };
    const isWanted = ({ id, area }: { id: string; area: string }) =>
      area !== 'scenarios' || wanted.some(({ name }) => id === `scenarios/${name}`);
    return await report(
      { ...options, before },
      about,
      judge(recorder.recording, rules.filter(isWanted)),
      print,
    );
  } finally {
    await recorder.close();
  }
}

/** Runs the command for one task, and prints how it ended. */
async function runTask(
  { url, keys, recording }: Recorder,
  scenario: Scenario,
  { run, signal, print }: { run: string; signal: AbortSignal; print: (line: string) => void },
): Promise<void> {
  if (signal.aborted) return;
  const env = {
    ...process.env,
    CONFORMANCE_BASE_URL: url,
    CONFORMANCE_API_KEY: keys.get(scenario),
    CONFORMANCE_TASK: scenario.name,
    CONFORMANCE_TEST_TYPE: scenario.testType,
  };
  const child = spawn(run, { shell: true, env, stdio: 'inherit', signal });
  const [code] = await once(child, 'exit').catch(() => [null]);
  const sent = recording.exchanges.filter((each) => each.scenario === scenario).length;
  print(`${scenario.name.padEnd(32)}${sent} requests${code === 0 ? '' : `, the command ended with ${code}`}`);
}

/** Prints what to do, and waits for the signal. */
async function untilDone(
  { url, keys }: Recorder,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<void> {
  print(`Base URL: ${url}\n\nDo these tasks with your client, each with its own key. Then press Ctrl+C.\n`);
  for (const [{ name, testType, key, task }, apiKey] of keys) {
    const { flow, customer_consent_mode: consent, physician_order_mode: order } = key;
    print(`${name}: ${apiKey}\n  ${task}. Test: ${testType}. Key: ${[flow, consent, order].join(', ')}.`);
  }
  if (!signal.aborted) await once(signal, 'abort');
}
