/**
 * What one try of a write came to, as a table (Errors; IDEM-07, IDEM-10, ERR-04, ERR-29, T06..T11, T75).
 *
 * Only an envelope that says so settles a write. Whatever leaves open whether the effect took place is `unknown`: the
 * same key and bytes go again.
 */
import { z } from 'zod';
import { errorBody, envelope as strictEnvelope } from '../contract/upstream-api/envelope.ts';
import { isCode } from '../contract/upstream-api/error-codes.ts';
import { UpstreamError } from '../errors.ts';
import { jsonOrNull } from '../json.ts';
import { actionFor } from './actions.ts';
import { readRetryAfter, readRetryAfterSeconds } from './retry-after.ts';

export type Attempt =
  /** `retryAfterMs` where the service says when to look again (PHY-38). */
  | { kind: 'answered'; status: number; data: unknown; retryAfterMs?: number }
  | { kind: 'in_progress'; retryAfterMs: number | null }
  | { kind: 'refused'; error: UpstreamError }
  | { kind: 'unknown'; reason: string; retryAfterMs: number | null };

/** A raw answer: `text` as it came. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const inProgressCode = 'IDEMPOTENCY_IN_PROGRESS';

/** An error that lacks one of its fields is still an error (VER-02). */
const envelope = strictEnvelope.extend({
  error: errorBody.partial().extend({ details: z.unknown().optional() }).nullable(),
});
export type ReadEnvelope = z.infer<typeof envelope>;

/** Null for what is no envelope: HTML of a proxy, a body cut short. */
export function readEnvelope(text: string): ReadEnvelope | null {
  return envelope.safeParse(jsonOrNull(text)).data ?? null;
}

export function classify(answer: RawAnswer, nowMs: number): Attempt {
  const { status } = answer;
  const body = readEnvelope(answer.text);
  const headerMs = readRetryAfter(answer.headers['retry-after'], nowMs);

  if (!body)
    return {
      kind: 'unknown',
      reason: `http_${status}_no_envelope`,
      retryAfterMs: headerMs,
    };

  if (status >= 200 && status < 300 && body.error === null) {
    // A 202 without this code is a normal outcome, and the code stands in `data` (T06, T07).
    if (body.data?.code !== inProgressCode) {
      const again = headerMs === null ? {} : { retryAfterMs: headerMs };
      return { kind: 'answered', status, data: body.data, ...again };
    }
    return {
      kind: 'in_progress',
      retryAfterMs: headerMs ?? readRetryAfterSeconds(body.data.retry_after_seconds),
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
  // A code that the specification names decides whatever status it comes with; without one 408, 429 and 5xx stay open.
  if (actionFor(error) === 'wait')
    return {
      kind: 'unknown',
      reason: `http_${status}`,
      retryAfterMs: error.retryAfterMs,
    };
  return { kind: 'refused', error };
}

/**
 * `details` is an object, an array of strings or null; its code is read from an object alone (ERR-05, T11).
 * What is neither an answer nor a refusal has status 0, as no answer has.
 */
export function readError(answer: RawAnswer, body: ReadEnvelope | null, nowMs: number): UpstreamError {
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
    retryAfterMs: readRetryAfter(answer.headers['retry-after'], nowMs) ?? readRetryAfterSeconds(seconds),
  });
}
