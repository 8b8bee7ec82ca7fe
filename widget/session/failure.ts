/** What can go wrong between the page and the partner's server: a failure (an answer never came) or a refusal (one did). */
import type { ProblemBody } from '../../server/contract/problem.ts';

/** The public codes of `dx-error`, and what the failure screen words. */
export type FailureCode =
  /** The network did not carry the call. */
  | 'offline'
  /** No answer in time; it may have arrived all the same. */
  | 'timeout'
  /** The server answered, but not in a way that can be shown. */
  | 'unavailable'
  /** The partner's sign-in is over, or was never there; only the page can mend it. */
  | 'sign_in_ended'
  /** A part of the widget itself could not be fetched. */
  | 'load_failed'
  /** The page is not served over https, so that no key can be made. */
  | 'insecure_page'
  /** The element stands on the page without a usable `server`. */
  | 'misconfigured';

export class Failure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode) {
    super(code);
    this.name = 'Failure';
    this.code = code;
  }
}

export class Refusal extends Error {
  readonly problem: ProblemBody;

  constructor(problem: ProblemBody) {
    super(problem.code);
    this.name = 'Refusal';
    this.problem = problem;
  }
}
