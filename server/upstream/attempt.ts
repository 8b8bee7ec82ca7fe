/**
 * Classifies one attempt of a write, as a table (Errors; IDEM-07, IDEM-10, ERR-04, ERR-29, T06..T11, T75).
 *
 * Only an explicit envelope settles a write. Any response that leaves open whether the write took effect is `unknown`:
 * the same key and bytes are sent again.
 */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { errorBody } from '../contract/upstream-api/envelope.ts';
import { isCode, isNamed } from '../contract/upstream-api/error-codes.ts';
import { UpstreamError } from '../core/errors.ts';
import { jsonOrNull } from '../core/json.ts';
import { actionFor } from './actions.ts';
import { isRecord } from './assumptions/kinds.ts';
import { orNull, reader, readResponse, textOrNumber } from './response-reader.ts';
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

/** Any object is an error: only its details and its request id are read (VER-02). */
const errorReader = reader({
  needed: z.looseObject({ details: z.unknown().optional(), request_id: orNull(textOrNumber) }),
  named: errorBody,
});
const record = z.record(z.string(), z.unknown());
const envelope = z.union([
  z.looseObject({ data: record.nullable().default(null), error: z.null().default(null) }),
  z.looseObject({ data: orNull(record), error: record }),
]);
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
    if (body.data === null || !isInProgress(status, body.data)) {
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
 * Whether a success says that the write still runs: by its code, in any case (T06). Without the code, a 202 is a normal
 * result (T07), unless it has nothing of one: a wait or the status of a write that still runs, and no `id`.
 */
function isInProgress(status: number, data: Record<string, unknown>): boolean {
  if (readCode(data.code) === inProgressCode) return true;
  const isRunning = String(data.status).toLowerCase() === 'in_progress';
  return status === 202 && !('id' in data) && (isRunning || 'retry_after_seconds' in data);
}

/** A code of the specification, in whatever case the service writes it; any other code as it is; null without one. */
function readCode(value: unknown): string | null {
  if (!isCode(value)) return null;
  const inCapitals = value.toUpperCase();
  return isNamed(inCapitals) ? inCapitals : value;
}

/**
 * Reads the error of a response. `details` is an object, an array of strings or null; the code is read from an object
 * only (ERR-05, T11). A status below 400 becomes 0, like a missing response, and so does a 404 without an envelope: it is a
 * proxy's, for example while the service is released, and says nothing about what was asked for.
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
  const given = readResponse(errorReader, body?.error ?? {});
  const { details = null, request_id: requestId = null } = given.ok ? given.data : {};
  const fields =
    typeof details === 'object' && details !== null && !Array.isArray(details) ? { ...details } : {};
  const { code, retry_after_seconds: seconds } = fields as {
    code?: unknown;
    retry_after_seconds?: unknown;
  };
  return new UpstreamError({
    status: answer.status < 400 || (answer.status === 404 && !body) ? 0 : answer.status,
    code: readCode(code),
    details,
    requestId,
    reason,
    retryAfterMs: longerWait(readRetryAfter(answer.headers, nowMs), readRetryAfterSeconds(seconds)),
    drift: body?.error && given.ok ? given.drift.map((path) => `error.${path}`) : [],
  });
}
