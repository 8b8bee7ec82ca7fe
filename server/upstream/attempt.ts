/**
 * Classifies one attempt of a write, as a table (Errors; IDEM-07, IDEM-10, ERR-04, ERR-29, T06..T11, T75).
 *
 * Only an explicit envelope settles a write. Any response that leaves open whether the write took effect is `unknown`:
 * the same key and bytes are sent again.
 */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { errorBody } from '../contract/upstream-api/envelope.ts';
import { isCode } from '../contract/upstream-api/error-codes.ts';
import { UpstreamError } from '../core/errors.ts';
import { jsonOrNull } from '../core/json.ts';
import { actionFor } from './actions.ts';
import { isRecord } from './assumptions/kinds.ts';
import { longerWait, readRetryAfter, readRetryAfterSeconds } from './retry-after.ts';

/** The result of one attempt of a write. `retryAfterMs` is null if the service names no time. */
export type Attempt =
  /** `retryAfterMs`, in milliseconds, if the service names the time of the next read (PHY-38). */
  | { kind: 'answered'; status: number; data: unknown; retryAfterMs?: number }
  | { kind: 'in_progress'; retryAfterMs: number | null }
  | { kind: 'refused'; error: UpstreamError }
  | { kind: 'unknown'; reason: string; retryAfterMs: number | null };

/** A raw response; `text` as received. */
export interface RawAnswer {
  /** HTTP status. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const inProgressCode = 'IDEMPOTENCY_IN_PROGRESS';

/** An error that lacks one of its fields, or has another time, is still an error (VER-02). */
const lenient = { details: z.unknown().optional(), timestamp: z.unknown().optional() };
const envelope = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullable().default(null),
  error: errorBody.partial().extend(lenient).nullable().default(null),
});
export type ReadEnvelope = z.infer<typeof envelope>;

/**
 * Reads an envelope; null for any other body, such as a proxy's HTML or a truncated body. Two of its three members are
 * enough (VER-02): a proxy's own JSON has one of them at most.
 */
export function readEnvelope(text: string): ReadEnvelope | null {
  const body = jsonOrNull(text);
  if (!isRecord(body) || ['code', 'data', 'error'].filter((name) => name in body).length < 2) return null;
  return envelope.safeParse(body).data ?? null;
}

/** How many characters of responses are kept, with what was parsed from them. */
const keptCharacters = 512 * 1024;

/**
 * Creates `readEnvelope` for responses that seldom change: the same text gives the same objects, which nobody may
 * change. It keeps texts in memory, so it is for responses that are about no person.
 */
export function createSharedRead(): typeof readEnvelope {
  const known = new LRUCache<string, ReadEnvelope>({
    maxSize: keptCharacters,
    sizeCalculation: (_, text) => text.length,
  });
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    const read = readEnvelope(text);
    if (read) known.set(text, read);
    return read;
  };
}

/**
 * Classifies the response to one attempt of a write.
 * @param nowMs milliseconds since the epoch
 * @param read reads the envelope. @default each one anew
 */
export function classify(answer: RawAnswer, nowMs: number, read = readEnvelope): Attempt {
  const { status } = answer;
  // 204 says itself that all is done, and has no body.
  const body = status === 204 ? { data: null, error: null } : read(answer.text);
  const headerMs = readRetryAfter(answer.headers, nowMs);

  if (!body)
    return {
      kind: 'unknown',
      reason: `http_${status}_no_envelope`,
      retryAfterMs: headerMs,
    };

  if (status >= 200 && status < 300 && body.error === null) {
    // A 202 without this code is a normal result, and the code is in `data` (T06, T07).
    if (body.data?.code !== inProgressCode) {
      const again = headerMs === null ? {} : { retryAfterMs: headerMs };
      return { kind: 'answered', status, data: body.data, ...again };
    }
    return {
      kind: 'in_progress',
      retryAfterMs: longerWait(headerMs, readRetryAfterSeconds(body.data.retry_after_seconds)),
    };
  }

  if (status < 400 || body.error === null)
    return {
      kind: 'unknown',
      reason: `http_${status}_contradicts_envelope`,
      retryAfterMs: headerMs,
    };

  const error = readError(answer, body, nowMs);
  if (error.code === inProgressCode) return { kind: 'in_progress', retryAfterMs: error.retryAfterMs };
  // A code of the specification decides, with any status. Without one, 408, 429 and 5xx leave the result open.
  if (actionFor(error) === 'wait')
    return {
      kind: 'unknown',
      reason: `http_${status}`,
      retryAfterMs: error.retryAfterMs,
    };
  return { kind: 'refused', error };
}

/**
 * Reads the error of a response. `details` is an object, an array of strings or null; the code is read from an object
 * only (ERR-05, T11). A status below 400 becomes 0, like a missing response.
 * @param body the envelope in the response; null if there is none
 * @param nowMs milliseconds since the epoch
 * @param reason why the response cannot be used, if it has no error. @default null
 */
export function readError(
  answer: RawAnswer,
  body: ReadEnvelope | null,
  nowMs: number,
  reason: string | null = null,
): UpstreamError {
  const details = body?.error?.details ?? null;
  const fields =
    typeof details === 'object' && details !== null && !Array.isArray(details) ? { ...details } : {};
  const { code, retry_after_seconds: seconds } = fields as {
    code?: unknown;
    retry_after_seconds?: unknown;
  };
  return new UpstreamError({
    status: answer.status >= 400 ? answer.status : 0,
    code: isCode(code) ? code : null,
    details,
    requestId: body?.error?.request_id ?? null,
    reason,
    retryAfterMs: longerWait(readRetryAfter(answer.headers, nowMs), readRetryAfterSeconds(seconds)),
  });
}
