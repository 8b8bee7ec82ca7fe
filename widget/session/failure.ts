/**
 * The errors between the page and the partner's server: a failure (no usable response) or a refusal (the server did
 * not accept an answer).
 */
import type { PartnerContact } from '../../server/contract/partner-contact.ts';
import type { FieldProblem, ProblemBody } from '../../server/contract/problem.ts';
import type { ProblemCode } from '../../server/contract/problem-codes.ts';
import type { ErrorCode } from './error-codes.ts';

/** The public codes of `dx-error`; their meaning is in `error-codes.ts`. */
export type FailureCode = ErrorCode;

/** Details of a failure. */
export interface FailureFacts {
  /** The id under which support finds the request in a log, here or upstream. */
  reference?: string | undefined;
  /** The code of the server's response, when the public code is less specific. */
  problem?: string | undefined;
  /** The server's own sentence for the customer. */
  title?: string | undefined;
  /** The hosted page's own word for its error. */
  status?: string | undefined;
  /** What the server did not accept, of a refusal that no step shows. */
  fields?: readonly FieldProblem[] | undefined;
  /** Whom the customer calls. */
  contact?: PartnerContact | undefined;
  /** For the warning on the partner's console: values of settings and addresses, never a token or a customer's data. */
  detail?: string | undefined;
}

/** A failure with its public code. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly facts: FailureFacts;

  constructor(code: FailureCode, facts: FailureFacts = {}) {
    super(code);
    this.name = 'Failure';
    this.code = code;
    this.facts = facts;
  }
}

/** The server's 4xx response to what a customer did. */
export class Refusal extends Error {
  readonly problem: ProblemBody;

  constructor(problem: ProblemBody) {
    super(problem.code);
    this.name = 'Refusal';
    this.problem = problem;
  }

  /** Whether the server refused with this code. */
  is(code: ProblemCode): boolean {
    return this.problem.code === code;
  }
}

// An unlisted origin and a missing server are included: a proxy that restarts looks the same from a page.
const passing: readonly FailureCode[] = [
  'offline',
  'timeout',
  'unavailable',
  'refused',
  'load_failed',
  'origin_not_listed',
  'server_not_found',
];

/** @returns the id under which support finds the request in a log: that of the upstream service, or the server's own */
export const referenceOf = (body: Partial<ProblemBody> | null): string | undefined =>
  body?.upstream_request_id ?? body?.request_id;

/** Whether the same request may succeed later, without a new user token and without a change by the partner. */
export const mayPass = ({ code }: Failure): boolean => passing.includes(code);

/**
 * @returns any error as a failure: `refused` for a refusal that no step or panel shows, `unavailable` for an unknown
 * error
 */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (!(error instanceof Refusal)) return new Failure('unavailable');
  const { problem } = error;
  const { code, title, fields } = problem;
  return new Failure('refused', { problem: code, title, fields, reference: referenceOf(problem) });
}
