/**
 * `npm run certify -- --base URL --key-file F [--flow co_branded] [--environment NAME]`: the contract against a service
 * and a key: where it differs from what we assumed, and which entry of the assumptions mends it. With ASSUMPTIONS_FILE
 * it is held to that file.
 *
 * It writes only where the configuration names an environment that is known to be for tests, or the one that
 * `--environment` names; and to nothing marked production, whatever is said.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createAssumptions } from '../upstream/assumptions/assumptions.ts';
import { readAssumptions } from '../upstream/assumptions/file.ts';
import { assumptionsFile } from '../upstream/assumptions/schema.ts';
import { createUpstreamHttp } from '../upstream/http.ts';
import { flows } from '../upstream/write-kinds.ts';
import { certifyReads } from './certify-reads.ts';
import { certifyWrites } from './certify-writes.ts';
import { createComparison } from './comparison.ts';
import { runCommand } from './run-command.ts';

const forTests = /^(staging|sandbox|test|testing|development|dev|qa|uat)$/i;
const production = /prod|live/i;
const timeoutMs = 30_000;

/** Resolves with the exit code: 1 where anything differs. */
export async function certify(
  env: NodeJS.ProcessEnv,
  args: string[],
  print: (line: string) => void,
): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      base: { type: 'string' },
      'key-file': { type: 'string' },
      flow: { type: 'string', default: 'full_api' },
      environment: { type: 'string' },
    },
  });
  const flow = flows.find((each) => each === values.flow);
  const base = URL.parse(values.base ?? '');
  const apiKey = (await readFile(values['key-file'] ?? '', 'utf8').catch(() => '')).trim();
  const isSafe =
    base?.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(base?.hostname ?? '');
  if (!base || !isSafe || !apiKey || !flow) {
    print(
      'Needed: --base URL (https, or this machine), --key-file F (a file that holds the key), and --flow full_api or co_branded.',
    );
    return 1;
  }
  let own = assumptionsFile.parse({});
  if (env.ASSUMPTIONS_FILE) {
    const read = readAssumptions(env.ASSUMPTIONS_FILE);
    if ('faults' in read) {
      for (const fault of read.faults) print(`ASSUMPTIONS_FILE ${fault}`);
      return 1;
    }
    own = read.assumptions;
  }
  const assumptions = createAssumptions(own);
  const http = createUpstreamHttp({ baseUrl: base.href, apiKey, timeoutMs, connections: 1 });
  const comparison = createComparison();
  try {
    const found = await certifyReads(http, comparison, assumptions);
    const environment = found.configuration?.environment ?? null;
    if (mayWrite(environment, values.environment))
      await certifyWrites({ flow, http, comparison, assumptions }, found);
    else comparison.left('every write', whyNot(environment));
    return comparison.report(print);
  } finally {
    await http.close();
  }
}

function mayWrite(environment: string | null, named: string | undefined): boolean {
  if (environment === null || production.test(environment)) return false;
  return forTests.test(environment) || environment === named;
}

function whyNot(environment: string | null): string {
  if (environment === null) return 'the configuration names no environment';
  if (production.test(environment)) return `the environment is "${environment}"`;
  return `"${environment}" is not known to be for tests; --environment ${environment} says that it is`;
}

if (import.meta.main) await runCommand(certify);
