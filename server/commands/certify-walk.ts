/** The writes of a certification: each under one key, said again until it is answered, and compared. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { fillPath } from '../upstream/fill-path.ts';
import type { UpstreamHttp } from '../upstream/http.ts';
import { type Flow, type WriteKind, writeKinds } from '../upstream/write-kinds.ts';
import { type Comparison, misfits } from './comparison.ts';

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
  assumptions: Assumptions;
}

/** One write under one key, said again until it is answered. */
export async function write(
  { http, comparison }: Walk,
  what: string,
  kind: WriteKind<'full_api'> | WriteKind<'co_branded'>,
  params: Record<string, string>,
  given: object,
  idempotencyKey: string = randomUUID(),
): Promise<Record<string, unknown>> {
  const entry = entries[kind];
  const request = {
    method: entry.method,
    route: entry.path,
    path: fillPath(entry.path, params),
    idempotencyKey,
    body: JSON.stringify(entry.body?.parse(given)),
  };
  for (let tries = 1; tries <= triesAtMost; tries++) {
    const came = await http.attempt(request);
    if (came.kind === 'refused') {
      comparison.differs(what, `refused with ${came.error.status} ${came.error.code ?? ''}`.trim());
      throw new WalkEnded();
    }
    if (came.kind === 'answered') {
      const parsed = entry.answer.safeParse(came.data);
      if (!parsed.success) {
        comparison.differs(what, misfits(parsed.error.issues));
        throw new WalkEnded();
      }
      comparison.same(what);
      return parsed.data as Record<string, unknown>;
    }
    await sleep(came.retryAfterMs ?? pauseMs);
  }
  comparison.differs(what, `no answer in ${triesAtMost} tries`);
  throw new WalkEnded();
}
