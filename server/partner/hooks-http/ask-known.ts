/** Asks a hook for what helps a user, and whose absence stops nothing. */
import type { z } from 'zod';
import { type HookOperations, hookOperations } from '../../contract/hooks-api.ts';
import { atMost, type Clock } from '../../core/clock.ts';
import type { Log } from '../../core/observability/log.ts';
import { HookFailure, readResult } from './call-hook.ts';
import { logHookFailure, logIgnoredFields } from './log-hook-failure.ts';

/** The hooks whose failure leaves a form empty, or results without words. */
type OptionalHook = 'customerProfile' | 'clinicianProfile' | 'resultWords';

/** Asks the partner; null if it knows nothing, fails or takes too long. Never rejects. */
export type AskKnown<Name extends OptionalHook> = (
  request: z.output<HookOperations[Name]['request']>,
) => Promise<z.output<HookOperations[Name]['result']> | null>;

/**
 * Wraps a hook. The server waits for it as long as for one over HTTP, and leaves out values that are not valid. It logs
 * the name of each field that it leaves out once.
 * @param ask undefined if the partner has no such hook: nothing is known
 */
export function createAskKnown<Name extends OptionalHook>(
  hook: Name,
  ask: ((request: z.output<HookOperations[Name]['request']>) => Promise<unknown>) | undefined,
  { log, clock }: { log: Log; clock: Clock },
): AskKnown<Name> {
  const { deadlineMs, result } = hookOperations[hook];
  return async (request) => {
    if (!ask) return null;
    try {
      // A hook of a module need not be async.
      const asked = Promise.resolve(ask(request)).then((known) => ({ known }));
      const answer = await atMost(clock, deadlineMs, asked);
      if (!answer) throw new HookFailure('hook_timeout', false);
      const known = readResult(result, answer.known ?? null);
      logIgnoredFields(log, hook, answer.known, known);
      return known as z.output<HookOperations[Name]['result']>;
    } catch (error) {
      logHookFailure(log, hook, error);
      return null;
    }
  };
}
