/**
 * `npm run certify -- --base URL --key-file F [--flow co_branded] [--environment NAME] [--wait SECONDS]
 * [--write FILE [--force]]`: compares a service with the assumptions, and prints the differences and an assumptions
 * file that resolves them. With ASSUMPTIONS_FILE it compares with that file, and the printed file extends it.
 *
 * It sends writes only if the configuration names a known test environment or the one that `--environment` names, and
 * never to an environment that is marked as production.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isSecureUrl } from '../secure-url.ts';
import { readAssumptions } from '../upstream/assumptions/file.ts';
import { createUpstreamHttp } from '../upstream/http.ts';
import { type Flow, flows } from '../upstream/write-kinds.ts';
import { certifyWrites } from './certify/booking.ts';
import { createComparison } from './certify/comparison.ts';
import { findBrowser } from './certify/find-browser.ts';
import { createLearning, type Learning } from './certify/learning.ts';
import { certifyReads } from './certify/reads.ts';
import { runCommand } from './run-command.ts';

const forTests = /^(staging|sandbox|test|testing|development|dev|qa|uat)$/i;
const production = /prod|live/i;
const timeoutMs = 30_000;

/**
 * Runs the command.
 * @returns the exit code: 1 if anything differs, an argument is invalid, or the file could not be written
 * @throws UpstreamError if the service fails outside a compared request
 * @throws TypeError if an option is unknown
 */
export async function certify(
  env: NodeJS.ProcessEnv,
  args: string[],
  print: (line: string) => void,
): Promise<number> {
  const asked = await readArguments(args);
  const own = await readOwnFile(env.ASSUMPTIONS_FILE);
  for (const fault of [asked, own].flatMap((read) => ('faults' in read ? read.faults : []))) print(fault);
  if ('faults' in asked || 'faults' in own) return 1;
  const { base, apiKey, flow, environment: named, waitMs, file, force } = asked;
  const http = createUpstreamHttp({ baseUrl: base.href, apiKey, timeoutMs, connections: 1 });
  const documentHosts = (env.DOCUMENT_HOSTS ?? '').split(',').map((host) => host.trim());
  const comparison = createComparison({ own: base.host, set: documentHosts.filter(Boolean) });
  const learning = createLearning(own.file, comparison);
  try {
    const found = await certifyReads(http, comparison, learning);
    const environment = found.configuration?.environment ?? null;
    const walk = { flow, http, comparison, learning, base: base.href, browser: findBrowser(env) };
    if (mayWrite(environment, named)) await certifyWrites(walk, found, waitMs);
    else comparison.skipped('every write', reasonForNoWrites(environment));
    const code = comparison.report(print);
    return (await outputFile(learning, { file, force }, print)) ? code : 1;
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

async function readArguments(args: string[]): Promise<Asked | { faults: string[] }> {
  const { values } = parseArgs({
    args,
    options: {
      base: { type: 'string' },
      'key-file': { type: 'string' },
      flow: { type: 'string', default: 'full_api' },
      environment: { type: 'string' },
      wait: { type: 'string', default: '0' },
      write: { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  });
  const flow = flows.find((each) => each === values.flow);
  const base = URL.canParse(values.base ?? '') ? new URL(values.base ?? '') : null;
  const apiKey = (await readFile(values['key-file'] ?? '', 'utf8').catch(() => '')).trim();
  const waitMs = Number(values.wait) * 1000;
  if (!base || !isSecureUrl(base) || !apiKey || !flow || !(waitMs >= 0))
    return {
      faults: [
        'Required: --base URL (https, or a loopback host) and --key-file F (a file with the API key). Optional: --flow full_api or co_branded, --wait SECONDS.',
      ],
    };
  const { environment, write: file, force } = values;
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

if (import.meta.main) await runCommand(certify);
