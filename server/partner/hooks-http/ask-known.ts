/** Asks a hook for what helps a user, and whose absence stops nothing. */
import type { z } from 'zod';
import { type HookOperations, hookOperations } from '../../contract/hooks-api.ts';
import type { Log } from '../../core/observability/log.ts';
import { readResult } from './call-hook.ts';
import { logHookFailure, logIgnoredFields } from './log-hook-failure.ts';

/** The hooks whose failure leaves a form empty, or results without words. */
type OptionalHook = 'customerProfile' | 'clinicianProfile' | 'resultWords';

/** Asks the partner; null if it knows nothing, fails or takes too long. Never rejects. */
export type AskKnown<Name extends OptionalHook> = (
  request: z.output<HookOperations[Name]['request']>,
) => Promise<z.output<HookOperations[Name]['result']> | null>;

/**
 * Wraps a hook. It leaves out values that are not valid, and logs the name of each field that it leaves out once.
 * @param ask undefined if the partner has no such hook: nothing is known
 */
export function createAskKnown<Name extends OptionalHook>(
  hook: Name,
  ask: ((request: z.output<HookOperations[Name]['request']>) => Promise<unknown>) | undefined,
  log: Log,
): AskKnown<Name> {
  const { result } = hookOperations[hook];
  return async (request) => {
    if (!ask) return null;
    try {
      const returned = (await ask(request)) ?? null;
      const known = readResult(result, returned);
      logIgnoredFields(log, hook, returned, known);
      return known as z.output<HookOperations[Name]['result']>;
    } catch (error) {
      logHookFailure(log, hook, error);
      return null;
    }
  };
}
