/** Ends the hooks of a module that do not return. */
import { type HookName, hookNames, hookOperations } from '../../contract/hooks-api.ts';
import { atMost, type Clock, systemClock } from '../../core/clock.ts';
import type { Hooks } from '../hooks.ts';
import { HookFailure } from './call-hook.ts';

/**
 * Wraps hooks: each rejects with HookFailure `hook_timeout` if it takes longer than the server waits for it over HTTP.
 * What a late hook returns is not used.
 */
export function withDeadlines(hooks: Hooks, clock: Clock = systemClock()): Hooks {
  const limited = (name: HookName) => {
    const hook = hooks[name] as ((...asked: unknown[]) => unknown) | undefined;
    return async (...asked: unknown[]) => {
      // A hook of a module need not be async.
      const work = Promise.resolve(hook?.apply(hooks, asked)).then((returned) => ({ returned }));
      const answer = await atMost(clock, hookOperations[name].deadlineMs, work);
      if (!answer) throw new HookFailure('hook_timeout', false);
      return answer.returned;
    };
  };
  const present = hookNames.filter((name) => hooks[name] !== undefined);
  return {
    ...Object.fromEntries(present.map((name) => [name, limited(name)])),
    // Its receiver has a deadline.
    ...(hooks.onEvent && { onEvent: async (event) => hooks.onEvent?.(event) }),
  };
}
