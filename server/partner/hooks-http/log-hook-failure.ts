/**
 * Reports a hook that failed: where, and for which request and record, and fields of a result that are not used. Never a value
 * of the request or of the result.
 */
import { z } from 'zod';
import { describeError } from '../../core/observability/describe-error.ts';
import type { GuardedHook } from '../../core/observability/label-values.ts';
import type { Log } from '../../core/observability/log.ts';
import { isNewLine } from '../../core/observability/new-line.ts';
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

/**
 * Logs `hook.field_ignored` for each field of a result that its reader left out: of a name that the hook does not have, or with a
 * value that is not valid. Once per process.
 * @param returned what the hook returned
 * @param read what was read of it
 */
export function logIgnoredFields(
  log: Log,
  hook: GuardedHook | 'verifySubject',
  returned: unknown,
  read: unknown,
): void {
  for (const path of ignoredIn(returned, read))
    if (isNewLine(log, `${hook} ${path}`)) log('hook.field_ignored', { hook, path, request_id: requestId() });
}

/** A name that a program gives to a field. No other key is logged: it may be data. */
const fieldName = /^[a-z_]\w{0,39}$/i;

function ignoredIn(returned: unknown, read: unknown): string[] {
  if (!z.util.isObject(returned) || !z.util.isObject(read) || Array.isArray(read)) return [];
  return Object.entries(returned).flatMap(([key, value]) => {
    if (value === undefined || value === null) return [];
    const name = fieldName.test(key) ? key : '*';
    if (read[key] === undefined) return [name];
    return ignoredIn(value, read[key]).map((inner) => `${name}.${inner}`);
  });
}
