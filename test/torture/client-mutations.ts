/** Puts faults one by one between our server and the recorder, and counts which the rules for clients find. */
import { randomUUID } from 'node:crypto';
import { endpointOf } from '../../server/operate/conformance/breaches.ts';
import { judge } from '../../server/operate/conformance/clients/judge.ts';
import { startRecorder } from '../../server/operate/conformance/clients/recorder.ts';
import { rules } from '../../server/operate/conformance/clients/rules.ts';
import { scenarios } from '../../server/operate/conformance/clients/scenarios.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { doTask } from '../support/client-tasks.ts';
import type { Passed, RecordedRequest } from '../support/recording-proxy.ts';
import type { Verdict } from '../support/rounds.ts';
import { type ClientMutation, clientMutations, type Making, type Send } from './client-mutation-list.ts';
import { startRelay } from './mutations.ts';

const leastFound = 0.95;

const isOn = ({ on }: ClientMutation, { method, url }: RecordedRequest) =>
  [method, endpointOf({ method, path: url.split('?')[0] ?? '' })].includes(on);

/** @returns whether the rule finds the fault; null if it has not been put in */
async function isFound(
  sandbox: string,
  making: Making,
): Promise<{ mutation: ClientMutation; found: boolean | null }> {
  const send: Send = async (method, path, body) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    await fetch(recorder.url + path, {
      method,
      headers: method === 'GET' ? { 'x-api-key': key } : headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  };
  const mutation = typeof making === 'function' ? making(send) : making;
  const scenario = scenarios.find(({ name }) => name === mutation.task);
  if (!scenario) throw new Error(`no task ${mutation.task}`);
  const recorder = await startRecorder(sandbox, [scenario]);
  const key = recorder.keys.get(scenario) ?? '';
  const relay = mutation.delivery && (await startRelay(mutation));
  let isPut = false;
  let wire = '';
  const change = async (request: RecordedRequest) => {
    wire = `http://${request.headers.host}`;
    if (isOn(mutation, request)) {
      isPut = true;
      await mutation.request?.(request);
    }
    if (relay && request.url === '/v1/webhook-endpoints') {
      isPut = true;
      request.body = request.body.replace(
        /"(http:\/\/127[^"]+)"/,
        (_, to) => `"${relay.url}/${encodeURIComponent(to)}"`,
      );
    }
  };
  const rewrite = (request: RecordedRequest, passed: Passed): Passed => {
    // Uploads go through the proxy too.
    const text = JSON.stringify(passed.body)?.replaceAll(recorder.url, wire);
    if (text !== undefined) passed.body = JSON.parse(text);
    if (isOn(mutation, request)) mutation.answer?.(passed);
    return passed;
  };
  try {
    // A client at fault may be refused.
    await doTask(scenario, key, { service: recorder.url, change, rewrite }).catch(() => {});
    await recorder.settled();
    const judged = judge(
      recorder.recording,
      rules.filter(({ id }) => id === mutation.rule),
    );
    return { mutation, found: isPut ? judged.some(({ outcome }) => outcome === 'differs') : null };
  } finally {
    relay?.close();
    await recorder.close();
  }
}

/** @returns the verdict; a fault is that too few were found */
export async function clientMutated(): Promise<Verdict[]> {
  const sandbox = await startSandbox();
  const missed: string[] = [];
  try {
    for (const making of clientMutations) {
      const { mutation, found } = await isFound(sandbox.url, making);
      if (found) continue;
      const { task, rule, on, what } = mutation;
      missed.push(`${task}, ${rule}, ${on}: ${what}${found === null ? ' (was not put in)' : ''}`);
      console.error(`  not found: ${missed.at(-1)}`);
    }
  } finally {
    await sandbox.close();
  }
  const all = clientMutations.length;
  return [
    {
      what: 'faults of a client that the conformance suite finds',
      rounds: all,
      faults: (all - missed.length) / all >= leastFound ? [] : missed,
      figures: `${all - missed.length} of ${all} found`,
    },
  ];
}
