/** Reports a hook that failed: where, and for which request and record. Nothing of the request or of the result. */
import { describeError } from '../../core/observability/describe-error.ts';
import type { GuardedHook } from '../../core/observability/label-values.ts';
import type { Log } from '../../core/observability/log.ts';
import { requestId } from '../../core/observability/request-id.ts';
import { HookFailure } from './call-hook.ts';

/** The loggable part of what a hook has thrown, or of what is wrong with its result. */
export function describeHookFailure(error: unknown) {
  const { at, ...described } = describeError(error);
  if (!(error instanceof HookFailure)) return { ...described, at, host: null, paths: null };
  return { ...described, at: null, host: error.host, paths: error.paths.slice(0, 10).join(' ') || null };
}

/**
 * Logs `hook.failed`: the line of the partner's module or the host of the endpoint, the fields of a result that do not fit, and the
 * request that waited.
 * @param recordId the booking, appointment or purchase that the hook was asked about. @default none
 */
export function logHookFailure(log: Log, hook: GuardedHook, error: unknown, recordId?: string): void {
  log('hook.failed', { hook, ...describeHookFailure(error), request_id: requestId(), record_id: recordId });
}
