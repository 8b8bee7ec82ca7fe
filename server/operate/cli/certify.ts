/**
 * `dx-booking certify`: compares a service with the assumptions, and prints the differences and an assumptions file
 * that resolves them. With ASSUMPTIONS_FILE it compares with that file, and the printed file extends it.
 *
 * It sends writes only if the configuration names a known test environment or the one that `--environment` names, and
 * never to an environment that is marked as production.
 */
import { accessSync, constants } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { loadAdapter } from '../../config/load-adapter.ts';
import { systemClock } from '../../core/clock.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import { isSecureUrl } from '../../core/secure-url.ts';
import { createAdaptAnswer } from '../../upstream/adapter.ts';
import { readAssumptions } from '../../upstream/assumptions/file.ts';
import { createUpstreamHttp } from '../../upstream/http.ts';
import { type Flow, flows } from '../../upstream/write-kinds.ts';
import { certifyWrites } from './certify/booking.ts';
import { createComparison } from './certify/comparison.ts';
import { createLearning, type Learning } from './certify/learning.ts';
import { certifyReads } from './certify/reads.ts';
import { runPart, type Walk } from './certify/walk.ts';

const forTests = /^(staging|sandbox|test|testing|development|dev|qa|uat)$/i;
const production = /prod|live/i;
const timeoutMs = 30_000;

/** The options of the command, as typed. */
export interface CertifyOptions {
  /** The URL of the service: https, or a loopback host. */
  base?: string;
  /** A file with the API key. */
  keyFile?: string;
  /** @default full_api */
  flow?: string;
  /** An environment that the operator declares to be for tests. @default none */
  environment?: string;
  /** How long to wait for a confirmation, in seconds. @default 0 */
  wait?: string;
  /** Where to write the assumptions file. @default it is only printed */
  write?: string;
  /** Overwrites that file. @default false */
  force?: boolean;
  /** Ends the certification early: it cancels what it booked, and prints its report. */
  signal?: AbortSignal;
}

const adapterThrew = 'the function of ADAPTER_MODULE threw an error';
const mendAdapter = 'Mend the function; the response was read as it came.';

/**
 * Runs the command. An error of a step is a line of the report.
 * @returns the exit code: 1 if anything differs, an option is invalid, the file could not be written, or it was
 *   interrupted
 */
export async function certify(
  env: NodeJS.ProcessEnv,
  options: CertifyOptions,
  print: (line: string) => void,
): Promise<number> {
  const asked = await readOptions(options);
  const own = await readOwnFile(env.ASSUMPTIONS_FILE);
  const adapted = await loadAdapter(env);
  for (const fault of [asked, own, adapted].flatMap((read) => ('faults' in read ? read.faults : [])))
    print(fault);
  if ('faults' in asked || 'faults' in own || 'faults' in adapted) return 1;
  const { base, apiKey, flow, environment: named, waitMs, file, force } = asked;
  const documentHosts = (env.DOCUMENT_HOSTS ?? '').split(',').map((host) => host.trim());
  const comparison = createComparison({ own: base.host, set: documentHosts.filter(Boolean) });
  const adapt = createAdaptAnswer(adapted.adapter, (route, error) =>
    comparison.differs(route, `${adapterThrew} (${describeError(error).error_class})`, mendAdapter),
  );
  const http = createUpstreamHttp({ baseUrl: base.href, apiKey, timeoutMs, connections: 1, adapt });
  const learning = createLearning(own.file, comparison);
  try {
    const found = await runPart(comparison, 'the reads', () => certifyReads(http, comparison, learning));
    const environment = found?.configuration?.environment ?? null;
    const walk: Walk = {
      flow,
      http,
      comparison,
      learning,
      base: base.href,
      browser: findBrowser(env),
      clock: systemClock(),
      signal: options.signal,
    };
    if (found && mayWrite(environment, named)) await certifyWrites(walk, found, waitMs);
    else comparison.skipped('every write', reasonForNoWrites(environment));
    if (options.signal?.aborted) comparison.skipped('the rest', 'certify was interrupted');
    const code = comparison.report(print);
    const isWritten = await outputFile(learning, { file, force }, print);
    return isWritten && !options.signal?.aborted ? code : 1;
  } finally {
    await http.close();
  }
}

interface Asked {
  base: URL;
  apiKey: string;
  flow: Flow;
  /** The environment that the operator declares to be for tests. */
  environment: string | undefined;
  waitMs: number;
  /** Where to write the assumptions file. */
  file: string | undefined;
  /** Whether to overwrite it. */
  force: boolean;
}

async function readOptions({
  base: url = '',
  keyFile = '',
  flow: asked = 'full_api',
  environment,
  wait = '0',
  write: file,
  force = false,
}: CertifyOptions): Promise<Asked | { faults: string[] }> {
  const flow = flows.find((each) => each === asked);
  const base = URL.canParse(url) ? new URL(url) : null;
  const apiKey = (await readFile(keyFile, 'utf8').catch(() => '')).trim();
  const waitMs = Number(wait) * 1000;
  if (!base || !isSecureUrl(base) || !apiKey || !flow || !(waitMs >= 0))
    return {
      faults: [
        'Required: --base URL (https, or a loopback host) and --key-file F (a file with the API key). Optional: --flow full_api or co_branded, --wait SECONDS.',
      ],
    };
  return { base, apiKey, flow, environment, waitMs, file, force };
}

async function readOwnFile(path: string | undefined): Promise<{ file: object } | { faults: string[] }> {
  if (!path) return { file: {} };
  const read = readAssumptions(path);
  if ('faults' in read) return { faults: read.faults.map((fault) => `ASSUMPTIONS_FILE ${fault}`) };
  return { file: JSON.parse(await readFile(path, 'utf8')) as object };
}

/** Prints the assumptions file last, and writes it if --write was given. @returns false if it could not be written */
async function outputFile(
  learning: Learning,
  { file: path, force }: Pick<Asked, 'file' | 'force'>,
  print: (line: string) => void,
): Promise<boolean> {
  const json = JSON.stringify(learning.file(), null, 2);
  let isWritten = true;
  if (path) {
    isWritten = await writeFile(path, `${json}\n`, { flag: force ? 'w' : 'wx' }).then(
      () => true,
      () => false,
    );
    print(
      isWritten
        ? `Written to ${path}.`
        : `NOT written to ${path}: the file exists (use --force to overwrite it) or cannot be written.`,
    );
  }
  const open = learning.open();
  if (open.length > 0) print(`A person must still set: ${open.join(', ')}.`);
  print('The file for ASSUMPTIONS_FILE:');
  print(json);
  return isWritten;
}

function mayWrite(environment: string | null, named: string | undefined): boolean {
  if (environment === null || production.test(environment)) return false;
  return forTests.test(environment) || environment === named;
}

function reasonForNoWrites(environment: string | null): string {
  if (environment === null) return 'the configuration names no environment';
  if (production.test(environment)) return `the environment is "${environment}"`;
  return `"${environment}" is not a known test environment; declare it with --environment ${environment}`;
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/**
 * Finds a Chromium browser to frame the hosted page in, which is needed to receive the page's messages.
 * @returns the path in CHROMIUM_PATH if that is set, else the first browser on PATH; null if it cannot be executed
 */
function findBrowser(env: NodeJS.ProcessEnv): string | null {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = env.CHROMIUM_PATH
    ? [env.CHROMIUM_PATH]
    : folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return candidates.find(canRun) ?? null;
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
