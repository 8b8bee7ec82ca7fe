/** Asks the run for what all its tests share ([made-once.ts](made-once.ts)). */
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { Shared } from './made-once.ts';

const asked = new Map<string, Promise<unknown>>();

/** Asks the run for one of the things that all tests share. It is made when the first worker asks. */
export function shared<Kind extends keyof Shared>(kind: Kind): Promise<Shared[Kind]> {
  const known = asked.get(kind) ?? ask(kind);
  asked.set(kind, known);
  return known as Promise<Shared[Kind]>;
}

/** Not by `fetch`, which some tests watch. */
async function ask(kind: keyof Shared): Promise<unknown> {
  const address = `${inject('sharedByRun')}/${kind}`;
  const response = await new Promise<IncomingMessage>((done, fail) => get(address, done).on('error', fail));
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(`${kind}, which the tests share, failed: ${body}`);
  return JSON.parse(body);
}
