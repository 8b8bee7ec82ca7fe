/** Asks a hook what the partner knows of a user, to prefill a form. */
import type { z } from 'zod';
import { type HookOperations, hookOperations } from '../../contract/hooks-api.ts';
import { atMost, type Clock } from '../../core/clock.ts';
import type { Log } from '../../core/observability/log.ts';
import { HookFailure } from './call-hook.ts';
import { logHookFailure } from './log-hook-failure.ts';

/** The hooks whose failure leaves a form empty. */
type ProfileHook = 'customerProfile' | 'clinicianProfile';

/** Asks the partner about a user; null if it knows nothing, fails or takes too long. Never rejects. */
export type AskKnown<Known> = (subject: string) => Promise<Known | null>;

/**
 * Wraps a hook. The server waits for it as long as for one over HTTP, and leaves out values that are not valid.
 * @param ask undefined if the partner has no such hook: nothing is known
 */
export function createAskKnown<Name extends ProfileHook>(
  hook: Name,
  ask: ((request: { subject: string }) => Promise<unknown>) | undefined,
  { log, clock }: { log: Log; clock: Clock },
): AskKnown<NonNullable<z.output<HookOperations[Name]['result']>>> {
  const { deadlineMs, result } = hookOperations[hook];
  return async (subject) => {
    if (!ask) return null;
    try {
      const asked = ask({ subject }).then((known) => ({ known }));
      const answer = await atMost(clock, deadlineMs, asked);
      if (!answer) throw new HookFailure('hook_timeout', false);
      return result.parse(answer.known ?? null) as NonNullable<
        z.output<HookOperations[Name]['result']>
      > | null;
    } catch (error) {
      logHookFailure(log, hook, error);
      return null;
    }
  };
}
