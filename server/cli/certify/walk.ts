/** The writes of a certification: each under one key, said again until it is answered, and compared. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from '../../upstream/attempt.ts';
import { fillPath } from '../../upstream/fill-path.ts';
import type { UpstreamHttp } from '../../upstream/http.ts';
import { type Flow, type WriteKind, writeKinds } from '../../upstream/write-kinds.ts';
import { type Comparison, misfits } from './comparison.ts';
import type { Learning } from './learning.ts';

const triesAtMost = 8;
const pauseMs = 500;

/** The way to an order is the same for both; the flow says which of them is asked for times. */
const entries = { ...writeKinds.full_api, ...writeKinds.co_branded };

/** Thrown where the walk cannot go on; what is behind it is not tried. */
export class WalkEnded extends Error {}

export interface Walk {
  flow: Flow;
  http: UpstreamHttp;
  comparison: Comparison;
  learning: Learning;
  /** The address of the service. */
  base: string;
  /** The executable of a browser; null where there is none. */
  browser: string | null;
}

/** Sends one write under one key until it is answered or refused. @returns the last try */
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
    if (came.kind === 'refused' || came.kind === 'answered' || tries === triesAtMost) return came;
    await sleep(came.retryAfterMs ?? pauseMs);
  }
}

/** As `send`, compared with what is assumed. @returns the answer. @throws WalkEnded where it is refused or does not fit */
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
    comparison.differs(what, `refused with ${came.error.status} ${came.error.code ?? ''}`.trim());
  else comparison.differs(what, `no answer in ${triesAtMost} tries`);
  throw new WalkEnded();
}
