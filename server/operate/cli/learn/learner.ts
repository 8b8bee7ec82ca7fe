/** Learns the assumptions about a service from a conformance run: what the server reads in its responses. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { loadAdapter } from '../../../config/load-adapter.ts';
import { describeError } from '../../../core/observability/describe-error.ts';
import { createAdaptAnswer } from '../../../upstream/adapter.ts';
import { readAssumptions } from '../../../upstream/assumptions/file.ts';
import type { AssumptionName } from '../../../upstream/assumptions/schema.ts';
import type { Adapt, Exchange } from '../../conformance/client.ts';
import type { Result } from '../../conformance/suite.ts';
import { CommandError } from '../command-error.ts';
import { compareMessages } from './handoff.ts';
import { createLearning } from './learning.ts';
import { createObserver } from './observe.ts';

/** What a run showed. */
export interface Learned {
  differences: string[];
  /** How responses differ from the specification that the server can read. */
  notes: string[];
  /** The entries that a person has to set. */
  open: AssumptionName[];
  /** The value for DOCUMENT_HOSTS; null if nothing has to be added. */
  hosts: string | null;
}

/** Reads a run along. */
export interface Learner {
  /** What the run takes over: ADAPTER_MODULE, and the attestation of the file. */
  target: { adapt: Adapt; attestationVersion: string | undefined };
  observe: (exchange: Exchange) => void;
  /** Adds what was learned to the file. */
  finish: (base: string, results: readonly Result[]) => Promise<Learned>;
}

/**
 * @param path a file for ASSUMPTIONS_FILE, which may not exist yet
 * @throws CommandError if the file or ADAPTER_MODULE cannot be used
 */
export async function openLearner(env: NodeJS.ProcessEnv, path: string): Promise<Learner> {
  const own = existsSync(path) ? readOwn(path, await readFile(path, 'utf8')) : {};
  const adapted = await loadAdapter(env);
  if ('faults' in adapted) throw new CommandError(adapted.faults.join('\n'));
  const learning = createLearning(own);
  const observer = createObserver(learning);
  const adaptAnswer = createAdaptAnswer(adapted.adapter, (route, error) => {
    const how = `the function of ADAPTER_MODULE threw an error (${describeError(error).error_class})`;
    learning.differs(route, how, 'Mend the function; the response was read as it came.');
  });
  const known = (env.DOCUMENT_HOSTS ?? '').split(',').map((host) => host.trim());
  return {
    target: {
      adapt: async (method, route, { status, text }) =>
        (await adaptAnswer(method, route, { status, headers: {}, text })).text,
      attestationVersion: learning.values().evidence.attestationVersion ?? undefined,
    },
    observe: observer.observe,
    async finish(base, results) {
      const messages = results.find(({ check }) => check.id === 'handoff/message-fields')?.answer;
      if (Array.isArray(messages)) compareMessages(learning, messages);
      const file = learning.file();
      if (!existsSync(path) || !isDeepStrictEqual(file, own))
        await writeFile(path, `${JSON.stringify(file, null, 2)}\n`);
      const missing = observer.hosts().filter((host) => host !== new URL(base).host && !known.includes(host));
      const hosts = missing.length > 0 ? [...known.filter(Boolean), ...missing].join(',') : null;
      return { ...learning.report(), hosts };
    },
  };
}

function readOwn(path: string, text: string): object {
  const read = readAssumptions(path);
  if ('faults' in read) throw new CommandError(read.faults.map((fault) => `${path}: ${fault}`).join('\n'));
  return JSON.parse(text) as object;
}
