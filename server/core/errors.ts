/**
 * The errors of the server: a problem that a client may see, an error of the upstream, and a database that does not
 * respond.
 */
import type { FieldProblem } from '../contract/problem.ts';
import { type ProblemCode, problemCodes } from '../contract/problem-codes.ts';

/** Details that a problem adds to its code. */
export interface ProblemDetails {
  /** A more exact sentence than the code's own; free of data. */
  title?: string;
  /** The invalid fields. */
  fields?: FieldProblem[];
  headers?: Record<string, string>;
  /** The upstream's id of the request that failed, for support. */
  upstreamRequestId?: string | undefined;
}

/**
 * An error that a client may see: a public code with its status and sentence.
 *
 * @example throw new Problem('calendar_unavailable', { headers: { 'Retry-After': '5' } });
 */
export class Problem extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly fields: FieldProblem[] | undefined;
  readonly headers: Record<string, string>;
  readonly upstreamRequestId: string | undefined;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(details.title ?? problemCodes[code].title);
    this.name = 'Problem';
    this.status = problemCodes[code].status;
    this.code = code;
    this.fields = details.fields;
    this.headers = details.headers ?? {};
    this.upstreamRequestId = details.upstreamRequestId;
  }
}

/** Gives null in place of an error of this class. @example reading.catch(nullIf(Problem)) */
export const nullIf =
  (kind: abstract new (...given: never[]) => Error) =>
  (error: unknown): null => {
    if (error instanceof kind) return null;
    throw error;
  };

/** A refusal by the upstream as plain data; the write attempt passes it unchanged to the step that handles it. */
export interface UpstreamFailure {
  /** HTTP status; 0 without a response. */
  status: number;
  /** `error.details.code`; null if there is none. */
  code: string | null;
  /** As received: an object, an array of strings or null (ERR-05, T11). */
  details: unknown;
  /** The upstream's request id, for support. */
  requestId: string | null;
}

/**
 * An error of the upstream. `code` is `error.details.code` (ERR-04, T10), null if there is none; `status` is 0 without
 * a response. Logs contain its code, status, request id and reason only.
 */
export class UpstreamError extends Error implements UpstreamFailure {
  readonly status: number;
  readonly code: string | null;
  readonly details: unknown;
  readonly requestId: string | null;
  /** Why there is no response that can be read, such as `network_ECONNREFUSED` or `http_302_no_envelope`; else null. */
  readonly reason: string | null;
  /**
   * The wait that `Retry-After` or `retry_after_seconds` asks for, in milliseconds; null if the response asks for none.
   */
  readonly retryAfterMs: number | null;
  /** The fields of the error that differ from the specification, as paths. */
  readonly drift: readonly string[];

  constructor(answer: {
    status: number;
    code?: string | null;
    details?: unknown;
    requestId?: string | null;
    reason?: string | null;
    retryAfterMs?: number | null;
    drift?: readonly string[];
  }) {
    super(`upstream answered ${answer.status} ${answer.code ?? ''}`.trim());
    this.name = 'UpstreamError';
    this.status = answer.status;
    this.code = answer.code ?? null;
    this.details = answer.details ?? null;
    this.requestId = answer.requestId ?? null;
    this.reason = answer.reason ?? null;
    this.retryAfterMs = answer.retryAfterMs ?? null;
    this.drift = answer.drift ?? [];
  }
}

/**
 * A response of the service without a value that the next step needs. The same request gives the same response, so that
 * a retry soon does not help.
 */
export class UnreadableResponse extends UpstreamError {
  constructor() {
    super({ status: 0 });
  }
}

/**
 * The store is out of reach, full or read-only. The result of the failed statement is not known, so the caller reads
 * again.
 */
export class StoreUnavailable extends Error {
  /** The driver's own error code, for the log; null if there is none. */
  readonly code: string | null;

  constructor(cause: unknown, code = cause instanceof Error && 'code' in cause ? String(cause.code) : null) {
    super(cause instanceof Error ? cause.message : 'the database does not respond', { cause });
    this.name = 'StoreUnavailable';
    this.code = code;
  }
}

/** A store cannot be opened. The message is a sentence for the operator. */
export class StoreNotOpened extends Error {
  override name = 'StoreNotOpened';
}

/** No server has brought this database up to date yet. */
export class StoreNotReady extends StoreNotOpened {
  override name = 'StoreNotReady';
}
