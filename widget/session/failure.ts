/** What can go wrong between the page and the partner's server: a failure (nothing can be done or shown) or a refusal (an answer was not accepted). */
import type { ProblemBody } from '../../server/contract/problem.ts';
import type { ErrorCode } from './error-codes.ts';

/** The public codes of `dx-error`; their meaning is in `error-codes.ts`. */
export type FailureCode = ErrorCode;

/** What is known of a failure beside its code. */
export interface FailureFacts {
  /** The id under which support finds the request in a log, here or upstream. */
  reference?: string | undefined;
  /** The code of the server's response, where the public code says less. */
  problem?: string | undefined;
  /** The server's own sentence for the customer. */
  title?: string | undefined;
  /** The hosted page's own word for its error. */
  status?: string | undefined;
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
}

// An unlisted origin is among them: a proxy that restarts looks the same from a page.
const passing: readonly FailureCode[] = [
  'offline',
  'timeout',
  'unavailable',
  'refused',
  'load_failed',
  'origin_not_listed',
];

/** Whether the same request may succeed later, without a new user token and without a change by the partner. */
export const mayPass = ({ code }: Failure): boolean => passing.includes(code);

/** Any error as a failure: what there is to show where a refusal has no step to belong to. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (!(error instanceof Refusal)) return new Failure('unavailable');
  const { code, title, upstream_request_id, request_id } = error.problem;
  return new Failure('refused', { problem: code, title, reference: upstream_request_id ?? request_id });
}
