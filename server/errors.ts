/** The errors of the server: a refusal that can be shown, what the upstream said, and a store that does not answer. */
import type { FieldProblem } from './contract/problem.ts';

/** A refusal that a client may see: a public code and a sentence without data. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldProblem[] | undefined;
  readonly headers: Record<string, string>;
  readonly upstreamRequestId: string | undefined;

  constructor(
    status: number,
    code: string,
    title: string,
    extra: {
      fields?: FieldProblem[];
      headers?: Record<string, string>;
      upstreamRequestId?: string | undefined;
    } = {},
  ) {
    super(title);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.fields = extra.fields;
    this.headers = extra.headers ?? {};
    this.upstreamRequestId = extra.upstreamRequestId;
  }
}

/** What the upstream refused, as plain data: the same from the attempt to the step that reacts to it. */
export interface UpstreamFailure {
  /** 0 where no answer came. */
  status: number;
  /** `error.details.code`, null where there is none. */
  code: string | null;
  /** As received: an object, an array of strings or null (ERR-05, T11). */
  details: unknown;
  /** The upstream's request id, for support. */
  requestId: string | null;
}

/**
 * What the upstream answered or failed to answer. `code` is `error.details.code` (ERR-04, T10), null where there is none;
 * `status` is 0 where no answer came. Logged by code, status and request id only.
 */
export class UpstreamError extends Error implements UpstreamFailure {
  readonly status: number;
  readonly code: string | null;
  readonly details: unknown;
  readonly requestId: string | null;
  /** What `Retry-After` or `retry_after_seconds` asked for, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(answer: {
    status: number;
    code?: string | null;
    details?: unknown;
    requestId?: string | null;
    retryAfterMs?: number | null;
  }) {
    super(`upstream answered ${answer.status} ${answer.code ?? ''}`.trim());
    this.name = 'UpstreamError';
    this.status = answer.status;
    this.code = answer.code ?? null;
    this.details = answer.details ?? null;
    this.requestId = answer.requestId ?? null;
    this.retryAfterMs = answer.retryAfterMs ?? null;
  }
}

/** The store is out of reach, full or read-only. Whether what was asked of it took place is not known: whoever asked reads again. */
export class StoreUnavailable extends Error {
  /** The driver's own word for it, for the log. */
  readonly code: string | null;

  constructor(cause: unknown, code = cause instanceof Error && 'code' in cause ? String(cause.code) : null) {
    super(cause instanceof Error ? cause.message : 'the store does not answer', { cause });
    this.name = 'StoreUnavailable';
    this.code = code;
  }
}
