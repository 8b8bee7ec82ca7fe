/** Maps upstream errors to actions, by their code and never by their message (Errors; ERR-04, ERR-07, ERR-45). */
import { type ErrorCode, isNamed } from '../contract/upstream-api/error-codes.ts';
import type { UpstreamFailure } from '../core/errors.ts';

/** What the server does about an error of the service. */
export type Action =
  /**
   * The consent grant is missing or used: the customer gives consent again, then the write is sent with it (ERR-36).
   */
  | 'establish_consent'
  /** A consent session is still open: resume or abandon it (ERR-38). */
  | 'resume_consent_session'
  | 'reread_questionnaire'
  | 'continue_with_original'
  | 'correct_answers'
  | 'correct_profile'
  | 'choose_times'
  | 'confirm_penalty'
  /** Send the same request later. */
  | 'wait'
  /** The input is invalid and no field is named (ERR-11). */
  | 'correct'
  | 'not_available'
  /**
   * Only the operator can correct it: the server changes no branch and tries nothing else (ERR-18, ERR-20, ERR-31,
   * ERR-42).
   */
  | 'stop';

const actions: Record<ErrorCode, Action> = {
  CONSENT_GRANT_REQUIRED: 'establish_consent',
  CONSENT_SESSION_OPEN: 'resume_consent_session',
  CUSTOMER_CONSENT_NOT_REQUIRED: 'stop',
  INTEGRATION_CONFIGURATION_UNAVAILABLE: 'stop',
  INVALID_CUSTOMER_PROFILE: 'correct_profile',
  WITHIN_24_HOUR_WINDOW: 'confirm_penalty',
  IDEMPOTENCY_IN_PROGRESS: 'wait',
  IDEMPOTENCY_CONFLICT: 'stop',
  QUESTIONNAIRE_VALIDATION_FAILED: 'correct_answers',
  QUESTIONNAIRE_VERSION_MISMATCH: 'reread_questionnaire',
  QUESTIONNAIRE_ALREADY_SUBMITTED: 'continue_with_original',
  SLOT_UNAVAILABLE: 'choose_times',
  FLOW_ENDPOINT_MISMATCH: 'stop',
  PHYSICIAN_ORDER_PENDING: 'wait',
  ARTIFACT_NOT_AVAILABLE: 'not_available',
  STRUCTURED_PHYSICIAN_ATTESTATION_NOT_CONFIGURED: 'stop',
  STRUCTURED_PHYSICIAN_TEMPLATE_NOT_CONFIGURED: 'stop',
  PHYSICIAN_ORDER_CALENDAR_UNAVAILABLE: 'wait',
};

/**
 * Chooses the action for a failure, by its code or else by its status. A code with `details.retryable: false` is not
 * waited for (ERR-33); without a code, the result of a 5xx stays open.
 */
export function actionFor({ status, code, details }: Classified): Action {
  if (!isNamed(code)) return byStatus(status);
  const action = actions[code];
  return action === 'wait' && isNotRetryable(details) ? 'stop' : action;
}

type Classified = Pick<UpstreamFailure, 'status' | 'code'> & { details?: unknown };

const isNotRetryable = (details: unknown): boolean =>
  typeof details === 'object' && details !== null && 'retryable' in details && details.retryable === false;

/** An unknown code falls back to the class of its status (ERR-07). */
function byStatus(status: number): Action {
  if (status === 404) return 'not_available';
  if (status === 400 || status === 422) return 'correct';
  if (status === 0 || status === 408 || status === 429 || status >= 500) return 'wait';
  return 'stop';
}
