/** `dx-booking conformance`: tries whether a service does what the specification says. */
import { readFile, writeFile } from 'node:fs/promises';
import { systemClock } from '../../core/clock.ts';
import { isSecureUrl } from '../../core/secure-url.ts';
import { version } from '../../core/version.ts';
import { checks } from '../conformance/checks.ts';
import { readKeys } from '../conformance/read-keys.ts';
import {
  type About,
  changesSince,
  isBroken,
  junit,
  markdown,
  type Stored,
  storedOf,
  terminalLines,
} from '../conformance/report.ts';
import { openSuite, type Result } from '../conformance/suite.ts';
import { type Profile, profiles, type Target } from '../conformance/trial.ts';
import { CommandError } from './command-error.ts';

/** Options of the command. */
export interface ConformanceOptions {
  base?: string;
  /** A file with a key in each line. Not needed with levers. */
  keys?: string;
  profile?: string;
  area?: string[];
  /** Files to write. */
  json?: string;
  junit?: string;
  markdown?: string;
  /** The JSON of an earlier run. */
  baseline?: string;
  /** Ends the run early; what was booked is canceled. */
  signal?: AbortSignal;
}

/**
 * Runs the command.
 * @returns the exit code: 1 if a MUST does not hold, something changed since the baseline, or the run was interrupted
 * @throws CommandError if an option or a key is not usable
 */
export async function conformance(
  options: ConformanceOptions,
  print: (line: string) => void,
): Promise<number> {
  const { signal, area } = options;
  const { target, configurationVersion } = await readTarget(options);
  const wanted = checks.filter((check) => !area || area.includes(check.area));
  if (wanted.length === 0) throw new CommandError(`No such area. There are ${areas().join(', ')}.`);
  const before = options.baseline && (JSON.parse(await readFile(options.baseline, 'utf8')) as Stored);
  const suite = openSuite(target);
  const results: Result[] = [];
  for (const check of wanted) if (!signal?.aborted) results.push(await suite.run(check));
  const { base, profile } = target;
  const about: About = {
    base,
    profile,
    at: new Date().toISOString(),
    version: version(),
    configurationVersion,
  };
  const stored = storedOf(about, results);
  const changes = before ? changesSince(before, stored) : [];
  for (const line of [...terminalLines(results), ...changes.map((change) => `Changed: ${change}`)])
    print(line);
  const files = {
    json: `${JSON.stringify(stored, null, 2)}\n`,
    junit: junit(results),
    markdown: markdown(about, results, changes),
  };
  for (const [name, text] of Object.entries(files)) {
    const path = options[name as keyof typeof files];
    if (path) await writeFile(path, text);
  }
  return signal?.aborted || results.some(isBroken) || changes.length > 0 ? 1 : 0;
}

const areas = () => [...new Set(checks.map((check) => check.area))];

async function readTarget({
  base: url = '',
  keys: file,
  profile: asked = 'read',
}: ConformanceOptions): Promise<{ target: Target; configurationVersion: unknown }> {
  const base = URL.canParse(url) ? new URL(url) : null;
  const profile = profiles.find((each) => each === asked);
  if (!base || !isSecureUrl(base) || !profile || (profile !== 'levers' && !file))
    throw new CommandError(
      `Required: --base URL (https, or a loopback host), --profile ${profiles.join(', ')}, and --keys FILE unless the profile is levers.`,
    );
  const origin = base.href.replace(/\/$/, '');
  if (profile === 'levers') {
    const target = { base: origin, profile, keys: [], pause: null };
    return { target, configurationVersion: null };
  }
  const { keys, environment, configurationVersion } = await readKeys(
    origin,
    await readFile(file ?? '', 'utf8'),
  );
  refuseProduction(profile, environment);
  const clock = systemClock();
  return { target: { base: origin, profile, keys, pause: (ms) => clock.sleep(ms) }, configurationVersion };
}

/** Bookings are for environments that are for tests. */
function refuseProduction(profile: Profile, environment: string): void {
  if (profile !== 'read' && !/stag|sandbox|test|dev/i.test(environment))
    throw new CommandError(`The environment is "${environment}", so only --profile read is possible.`);
}
