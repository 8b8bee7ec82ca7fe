/** Errors of the API, thrown anywhere and turned into responses in one place (ERR-02, ERR-03). */
import type { ErrorCode } from '../../contract/upstream-api/error-codes.ts';

/** The codes of the specification, and the sandbox's own with the prefix `SANDBOX_` (ERR-27). */
export type ApiErrorCode = ErrorCode | `SANDBOX_${string}`;
/** The `details` of an error: fields with a code, a list of messages, or nothing. */
export type Details = Record<string, unknown> | string[] | null;

/** An error response of `/v1`: status, message, details and extra headers. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: Details;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    details: Details = null,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.details = details;
    this.headers = headers;
  }
}

/**
 * Creates an error that clients recognize by `error.details.code` (ERR-04).
 * @param status the HTTP status
 * @param more further fields of `error.details`. @default none
 */
export function codedError(
  status: number,
  code: ApiErrorCode,
  message: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): ApiError {
  return new ApiError(status, message, { code, ...more }, headers);
}
