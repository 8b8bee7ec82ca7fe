/**
 * Sends the writes of a certification: each with one idempotency key, retried until it gets a response, and compared.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from '../../upstream/attempt.ts';
import { fillPath } from '../../upstream/fill-path.ts';
import type { UpstreamHttp } from '../../upstream/http.ts';
import { type Flow, type WriteKind, writeKinds } from '../../upstream/write-kinds.ts';
import { type Comparison, misfits } from './comparison.ts';
import type { Learning } from './learning.ts';

const maxTries = 8;
const pauseMs = 500;

/** Both flows use the same writes up to the order. */
const entries = { ...writeKinds.full_api, ...writeKinds.co_branded };

/** Thrown if the certification cannot continue; the remaining steps are not tried. */
export class WalkEnded extends Error {}

/** The context of a certification. */
export interface Walk {
  flow: Flow;
  http: UpstreamHttp;
  comparison: Comparison;
  learning: Learning;
  /** The address of the service. */
  base: string;
  /** Path of the browser; null if there is none. */
  browser: string | null;
}

/**
 * Sends a write with one idempotency key until it succeeds or is rejected, at most 8 times.
 * @param kind a write that has a body
 * @param given the body
 * @returns the last attempt
 * @throws ZodError if the body does not fit the kind
 */
export async function send(
  { http }: Walk,
  kind: WriteKind<'full_api'> | WriteKind<'co_branded'>,
  params: Record<string, string>,
  given: object,
  idempotencyKey: string = randomUUID(),
): Promise<Attempt> {
  const entry = entries[kind];
  const request = {
    method: entry.method,
    route: entry.path,
    path: fillPath(entry.path, params),
    idempotencyKey,
    body: JSON.stringify(entry.body?.parse(given)),
  };
  for (let tries = 1; ; tries++) {
    const came = await http.attempt(request);
    if (came.kind === 'refused' || came.kind === 'answered' || tries === maxTries) return came;
    await sleep(came.retryAfterMs ?? pauseMs);
  }
}

/**
 * Sends a write like `send`, compares the response with its schema, and records the result.
 * @param what names the write in the report
 * @returns the data of the response
 * @throws WalkEnded if the write is rejected or gets no response, or if the response does not match
 */
export async function write(
  walk: Walk,
  what: string,
  kind: WriteKind<'full_api'> | WriteKind<'co_branded'>,
  params: Record<string, string>,
  given: object,
  idempotencyKey?: string,
): Promise<Record<string, unknown>> {
  const { comparison } = walk;
  const came = await send(walk, kind, params, given, idempotencyKey);
  if (came.kind === 'answered') {
    const parsed = entries[kind].answer.safeParse(came.data);
    if (parsed.success) {
      comparison.same(what);
      return parsed.data as Record<string, unknown>;
    }
    comparison.differs(what, misfits(parsed.error.issues));
  } else if (came.kind === 'refused')
    comparison.differs(what, `rejected with ${came.error.status} ${came.error.code ?? ''}`.trim());
  else comparison.differs(what, `no response in ${maxTries} attempts`);
  throw new WalkEnded();
}
