/** The errors of the client. */
import type { FieldProblem } from '../../server/contract/problem.ts';
import type { ErrorCode } from '../session/error-codes.ts';
import { asFailure, mayPass, Refusal } from '../session/failure.ts';

/** Why a call of the client failed. */
export class BookingError extends Error {
  override readonly name = 'BookingError';
  readonly code: ErrorCode | 'closed';
  readonly problem: string | null;
  readonly reference: string | null;
  readonly retriable: boolean;
  readonly fields: readonly FieldProblem[];

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
    super(facts.title ?? facts.problem ?? code);
    this.code = code;
    this.problem = facts.problem ?? null;
    this.reference = facts.reference ?? null;
    this.retriable = facts.retriable ?? false;
    this.fields = facts.fields ?? [];
  }
}

/** @returns any error of a session as an error of the client */
export function errorOf(error: unknown): BookingError {
  if (error instanceof BookingError) return error;
  const failure = asFailure(error);
  const isRefusal = error instanceof Refusal;
  return new BookingError(failure.code, {
    ...failure.facts,
    retriable: !isRefusal && mayPass(failure),
    fields: isRefusal ? error.problem.fields : [],
  });
}
