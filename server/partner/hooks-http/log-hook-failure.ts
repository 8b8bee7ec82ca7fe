/** Reports a hook that failed: where, and for which request and record. Nothing of the request or of the result. */
import { describeError } from '../../core/observability/describe-error.ts';
import type { GuardedHook } from '../../core/observability/label-values.ts';
import type { Log } from '../../core/observability/log.ts';
import { requestId } from '../../core/observability/request-id.ts';
import { HookFailure } from './call-hook.ts';

/**
 * Logs `hook.failed`: the line of the partner's module, or the host of the endpoint, and the request that waited.
 * @param recordId the booking, appointment or purchase that the hook was asked about. @default none
 */
export function logHookFailure(log: Log, hook: GuardedHook, error: unknown, recordId?: string): void {
  const isEndpoint = error instanceof HookFailure;
  const { at, ...described } = describeError(error);
  log('hook.failed', {
    ...{ hook, ...described, at: isEndpoint ? null : at, host: isEndpoint ? error.host : null },
    ...{ request_id: requestId(), record_id: recordId },
  });
}
