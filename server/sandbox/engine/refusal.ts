/** A refusal by the service: an HTTP status, a message and details, thrown anywhere and answered in one place (ERR-02, ERR-03). */
import type { ErrorCode } from '../../contract/upstream-api/error-codes.ts';

/** Codes that the specification names, and the sandbox's own, which carry its prefix (ERR-27). */
export type RefusalCode = ErrorCode | `SANDBOX_${string}`;
export type Details = Record<string, unknown> | string[] | null;

export class Refusal extends Error {
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

/** A refusal that a client branches on by `error.details.code` (ERR-04). */
export function refuse(
  status: number,
  code: RefusalCode,
  message: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Refusal {
  return new Refusal(status, message, { code, ...more }, headers);
}
