/**
 * Sends the writes of a certification: each with one idempotency key, retried until it gets a response, and compared.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import type { Attempt } from '../../../upstream/attempt.ts';
import { fillPath } from '../../../upstream/fill-path.ts';
import type { UpstreamHttp } from '../../../upstream/http.ts';
import { type Flow, type WriteKind, writeKinds } from '../../../upstream/write-kinds.ts';
import type { Comparison } from './comparison.ts';
import { errorInWords, misfits, refusalInWords } from './in-words.ts';
import type { Learning } from './learning.ts';

const maxTries = 8;
const pauseMs = 500;

/** Both flows use the same writes up to the order. */
const entries = { ...writeKinds.full_api, ...writeKinds.co_branded };

const askWhy =
  'Compare the request with the fields that the service names, and ask onboarding with the request id.';
const runAgain = 'Run certify again. If it remains, ask onboarding.';

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
  clock: Clock;
  /** Ends the walk early: nothing is sent any more, except cancels. */
  signal: AbortSignal | undefined;
}

/**
 * Sends a write with one idempotency key until it succeeds or is rejected, at most 8 times.
 * @param kind a write that has a body
 * @param given the body
 * @returns the last attempt
 * @throws ZodError if the body does not fit the kind
 * @throws WalkEnded if the walk was interrupted
 */
export async function send(
  { http, clock, signal }: Walk,
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
    if (signal?.aborted && kind !== 'appointment.cancel') throw new WalkEnded();
    const came = await http.attempt(request);
    if (came.kind === 'refused' || came.kind === 'answered' || tries === maxTries) return came;
    await clock.sleep(came.retryAfterMs ?? pauseMs);
  }
}

/**
 * Sends a write like `send`, compares the response with its schema, and records the result.
 * @param what names the write in the report
 * @returns the data of the response
 * @throws WalkEnded if the body does not fit, the write is rejected or gets no response, or the response does not match
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
  const body = entries[kind].body?.safeParse(given);
  if (body?.error) {
    comparison.differs(
      what,
      `not sent, since an earlier response leads to ${misfits(body.error.issues, given)}`,
    );
    throw new WalkEnded();
  }
  const came = await send(walk, kind, params, given, idempotencyKey);
  if (came.kind === 'answered') {
    const parsed = entries[kind].response.named.safeParse(came.data);
    if (parsed.success) {
      comparison.same(what);
      return parsed.data as Record<string, unknown>;
    }
    comparison.differs(what, misfits(parsed.error.issues, came.data));
  } else if (came.kind === 'refused')
    comparison.differs(what, `rejected with ${refusalInWords(came.error)}`, askWhy);
  else comparison.differs(what, `no response in ${maxTries} attempts`, runAgain);
  throw new WalkEnded();
}

/**
 * Runs one part of a certification. An error ends the part and becomes a line of the report, so that the other parts and
 * the report follow.
 * @param what names the part in the report
 * @returns the result of `act`; null if it failed
 */
export async function runPart<T>(
  comparison: Comparison,
  what: string,
  act: () => Promise<T>,
): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof WalkEnded) comparison.skipped(`the rest of ${what}`, 'an earlier step failed');
    else
      comparison.differs(
        what,
        `certify failed with ${errorInWords(error)}`,
        'This is a fault of certify. Report this line to the maintainers.',
      );
    return null;
  }
}
