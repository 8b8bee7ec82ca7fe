/** `dx-booking conformance`: tries whether a service does what the specification says. */
import { accessSync, constants } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { CompactSign, importJWK, type JWK } from 'jose';
import { systemClock } from '../../core/clock.ts';
import { jsonOrNull } from '../../core/json.ts';
import { isSecureUrl } from '../../core/secure-url.ts';
import { version } from '../../core/version.ts';
import {
  type About,
  changesSince,
  checks,
  isBroken,
  type Journal,
  junit,
  markdown,
  openJournal,
  openSuite,
  profiles,
  type Result,
  readKeys,
  type Stored,
  storedOf,
  type Target,
  terminalLines,
} from '../conformance/package.ts';
import { CommandError } from './command-error.ts';
import { type Learned, openLearner } from './learn/learner.ts';
import type { Print, Subcommand } from './run-command.ts';

/** Options of the reports. */
export interface ReportOptions {
  /** Files to write. */
  json?: string;
  /** A file with a private key as a JWK: the JSON gets a signature beside it. */
  sign?: string;
  junit?: string;
  markdown?: string;
  /** The JSON of an earlier run. */
  baseline?: string;
}

/** Options of the command. */
export interface ConformanceOptions extends ReportOptions {
  base?: string;
  /** A file with a key in each line. Not needed with levers. */
  keys?: string;
  profile?: string;
  area?: string[];
  /** How many seconds to wait for the confirmation of an appointment. */
  wait?: string;
  /** Leaves appointments for their confirmation by somebody at the service. */
  support?: boolean;
  /** The journal of a run of the profile `write`. */
  journal?: string;
  /** The journal of a run that goes on. */
  continue?: string;
  /** An environment that the operator declares to be for tests. */
  environment?: string;
  /** A file of assumptions to compare with, and to add to. */
  assumptions?: string;
  /** Ends the run early; what was booked is canceled. */
  signal?: AbortSignal;
}

/**
 * Runs the command.
 * @returns the exit code: 1 if a MUST does not hold, an assumption is not met, something changed since the baseline, or
 *   the run was interrupted
 * @throws CommandError if an option or a key is not usable
 */
export const conformance: Subcommand<ConformanceOptions> = async (env, options, print) => {
  const { signal, area } = options;
  const before = await prepareReport(options);
  const learner = options.assumptions ? await openLearner(env, options.assumptions) : null;
  const { target, environment, configurationVersion } = await readTarget(env, options);
  const wanted = checks.filter((check) => !area || area.includes(check.area));
  if (wanted.length === 0) throw new CommandError(`No such area. There are ${areas().join(', ')}.`);
  const journal = target.profile === 'write' ? readJournal(options, target.base) : undefined;
  const suite = openSuite({
    ...{ ...target, ...learner?.target, onExchange: learner?.observe, journal, signal },
  });
  for (const left of await suite.endEarlier()) print(`Not canceled: ${left}`);
  const results: Result[] = [];
  for (const check of wanted) if (!signal?.aborted) results.push(await suite.run(check));
  if (!signal?.aborted) journal?.close();
  const { base, profile } = target;
  const about: About = {
    base,
    profile,
    at: new Date().toISOString(),
    version: version(),
    environment,
    configurationVersion,
  };
  const learned = (await learner?.finish(target.base, results)) ?? null;
  const assumed = learned ? linesOf(learned) : [];
  const code = await report({ ...options, before, assumed }, about, results, print);
  return signal?.aborted || (learned?.differences.length ?? 0) > 0 ? 1 : code;
};

/**
 * Checks the options of the reports before the run.
 * @returns the earlier run to compare with; null if the options name none
 * @throws CommandError if the earlier run cannot be read, or if there is nothing to sign
 */
export async function prepareReport({ baseline, json, sign }: ReportOptions): Promise<Stored | null> {
  if (sign && !json) throw new CommandError('--sign needs --json FILE: the signature is written beside it.');
  if (!baseline) return null;
  const stored = jsonOrNull(await readOption('--baseline', baseline)) as Stored | null;
  if (!Array.isArray(stored?.results))
    throw new CommandError(`--baseline: ${baseline} is not the JSON of a run.`);
  return stored;
}

/** Reads the file that an option names. @throws CommandError if it cannot be read */
const readOption = (option: string, path: string): Promise<string> =>
  readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandError(`${option}: ${path} cannot be read (${code}).`);
  });

/**
 * Prints a run, and writes the files that the options name.
 * @returns 1 if a MUST does not hold, or something changed since the baseline
 */
export async function report(
  { before, assumed = [], ...options }: ReportOptions & { before: Stored | null; assumed?: string[] },
  about: About,
  results: readonly Result[],
  print: Print,
): Promise<number> {
  const stored = { ...storedOf(about, results), assumptions: assumed };
  const changes = before ? changesSince(before, stored) : [];
  for (const line of [
    ...terminalLines(results),
    ...assumed,
    ...changes.map((change) => `Changed: ${change}`),
  ])
    print(line);
  const files = {
    json: `${JSON.stringify(stored, null, 2)}\n`,
    junit: junit(results),
    markdown: markdown(about, results, { Assumptions: assumed, Changed: changes }),
  };
  for (const [name, text] of Object.entries(files)) {
    const path = options[name as keyof typeof files];
    if (path) await writeFile(path, text);
  }
  if (options.json && options.sign)
    await writeFile(`${options.json}.jws`, await signed(files.json, options.sign));
  return results.some(isBroken) || changes.length > 0 ? 1 : 0;
}

const linesOf = ({ differences, notes, open, hosts }: Learned): string[] => [
  ...differences.map((difference) => `Not assumed: ${difference}`),
  ...notes.map((note) => `Not needed: ${note}`),
  ...open.map((entry) => `A person must set: ${entry}`),
  ...(hosts ? [`Set: DOCUMENT_HOSTS=${hosts}`] : []),
];

const areas = () => [...new Set(checks.map((check) => check.area))];

async function readTarget(
  env: NodeJS.ProcessEnv,
  {
    base: url = '',
    keys: file,
    profile: asked = 'read',
    environment: named,
    wait = '0',
    support = false,
  }: ConformanceOptions,
): Promise<{ target: Target } & Pick<About, 'environment' | 'configurationVersion'>> {
  const base = URL.canParse(url) ? new URL(url) : null;
  const profile = profiles.find((each) => each === asked);
  if (!base || !isSecureUrl(base) || !profile || (profile !== 'levers' && !file))
    throw new CommandError(
      `Required: --base URL (https, or a loopback host), --profile ${profiles.join(', ')}, and --keys FILE unless the profile is levers.`,
    );
  const waitMs = Number(wait) * 1000;
  if (!(waitMs >= 0)) throw new CommandError('--wait needs a number of seconds.');
  const common = {
    waitMs,
    isLeft: support,
    base: base.href.replace(/\/$/, ''),
    profile,
    browser: findBrowser(env),
  };
  if (profile === 'levers')
    return { target: { ...common, keys: [], pause: null }, environment: null, configurationVersion: null };
  const text = await readOption('--keys', file ?? '');
  const { keys, environment, configurationVersion } = await readKeys(common.base, text).catch(
    (error: Error) => {
      throw new CommandError(`--keys: ${error.message}.`);
    },
  );
  if (profile === 'write') refuseProduction(environment, named);
  const clock = systemClock();
  return { target: { ...common, keys, pause: (ms) => clock.sleep(ms) }, environment, configurationVersion };
}

function readJournal(
  { continue: earlier, journal = 'conformance-journal.jsonl' }: ConformanceOptions,
  base: string,
): Journal {
  try {
    return openJournal(earlier ?? journal, base, earlier !== undefined);
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

/**
 * @param keyFile a private key as a JWK
 * @returns a detached JWS over the text (RFC 7515, appendix F)
 * @throws CommandError if the key is not usable
 */
async function signed(text: string, keyFile: string): Promise<string> {
  try {
    const jwk = JSON.parse(await readFile(keyFile, 'utf8')) as JWK;
    const { alg = '', kid, d } = jwk;
    if (!d) throw new Error('it has no private part');
    const signing = new CompactSign(Buffer.from(text)).setProtectedHeader({ alg, ...(kid && { kid }) });
    const [head, , signature] = (await signing.sign(await importJWK(jwk))).split('.');
    return `${head}..${signature}`;
  } catch (error) {
    throw new CommandError(`--sign needs a private JWK with its alg: ${(error as Error).message}`);
  }
}

/** Whether a word of the name means production, as in `eu-prod`, and not `preprod`, `pre-prod` or `non-prod`. */
function isProduction(environment: string): boolean {
  const words = environment.toLowerCase().split(/[^a-z]+/);
  return words.some(
    (word, at) => /^(prod|production|live)$/.test(word) && !/^(pre|non)$/.test(words[at - 1] ?? ''),
  );
}

/** Bookings are for environments that are for tests. */
function refuseProduction(environment: string, named: string | undefined): void {
  if (isProduction(environment))
    throw new CommandError(`The environment is "${environment}", so only --profile read is possible.`);
  if (!/^(staging|sandbox|test|testing|development|dev|qa|uat)$/i.test(environment) && environment !== named)
    throw new CommandError(
      `"${environment}" is not a known test environment: only --profile read is possible, or --environment ${environment} says that it is one.`,
    );
}

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** Finds a Chromium: CHROMIUM_PATH if that is set, else the first one on PATH. @returns null if none can be executed */
function findBrowser(env: NodeJS.ProcessEnv): string | null {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => browsers.map((name) => join(folder, name)));
  return (env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : onPath).find(canRun) ?? null;
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
