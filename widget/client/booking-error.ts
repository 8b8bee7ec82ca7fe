/** The errors of the client. */
import type { FieldProblem } from '../../server/contract/problem.ts';
import { type ErrorCode, errorCodes } from '../session/error-codes.ts';
import { asFailure, mayPass } from '../session/failure.ts';

/** Why a call failed. `message` is the sentence of the server for the user; without one, it says what `code` means. */
export class BookingError extends Error {
  override readonly name = 'BookingError';
  /** A code of `dx-error`, or `closed`. `refused` means that the server did not accept the request. */
  readonly code: ErrorCode | 'closed';
  /** The problem code of the server; null without one. */
  readonly problem: string | null;
  /** The id by which support finds the request in a log; null without one. */
  readonly reference: string | null;
  /** Whether the same call may succeed later, without a change by you or by the user. */
  readonly retriable: boolean;
  /** The fields that the server did not accept. */
  readonly fields: readonly FieldProblem[];

  /** @internal */
  constructor(
    code: ErrorCode | 'closed',
    facts: {
      title?: string | undefined;
      problem?: string | undefined;
      reference?: string | undefined;
      retriable?: boolean;
      fields?: readonly FieldProblem[] | undefined;
    } = {},
  ) {
    const meaning = code === 'closed' ? 'close() has ended the client.' : errorCodes[code].meaning;
    super(facts.title ?? `${facts.problem ?? code}: ${meaning}`);
    this.code = code;
    this.problem = facts.problem ?? null;
    this.reference = facts.reference ?? null;
    this.retriable = facts.retriable ?? false;
    this.fields = facts.fields ?? [];
  }
}

/** @internal @returns any error of a session as an error of the client */
export function errorOf(error: unknown): BookingError {
  if (error instanceof BookingError) return error;
  const failure = asFailure(error);
  const retriable = failure.code !== 'refused' && mayPass(failure);
  return new BookingError(failure.code, { ...failure.facts, retriable });
}
