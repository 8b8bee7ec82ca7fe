/** Prefills the customer's profile with what the partner knows, and with the customer's last booking. */
import { hookOperations } from '../../contract/hooks-api.ts';
import { type KnownProfile, knownProfile, type Profile } from '../../contract/journey-api/answers.ts';
import { atMost, type Clock } from '../../core/clock.ts';
import type { Log } from '../../core/observability/log.ts';
import type { CustomerProfileHook } from '../../partner/hooks.ts';
import { HookFailure } from '../../partner/hooks-http/call-hook.ts';
import { logHookFailure } from '../../partner/hooks-http/log-hook-failure.ts';

const { deadlineMs } = hookOperations.customerProfile;

/** Asks the partner for a customer's profile; null if it knows nothing, fails or takes too long. Never rejects. */
export type AskProfile = (subject: string) => Promise<KnownProfile | null>;

/** Wraps the partner's hook. */
export function createAskProfile(
  ask: CustomerProfileHook | undefined,
  { log, clock }: { log: Log; clock: Clock },
): AskProfile {
  return async (subject) => {
    if (!ask) return null;
    try {
      const asked = ask({ subject }).then((profile) => ({ profile }));
      const answer = await atMost(clock, deadlineMs, asked);
      if (!answer) throw new HookFailure('hook_timeout', false);
      return knownProfile.nullish().parse(answer.profile) ?? null;
    } catch (error) {
      logHookFailure(log, 'customerProfile', error);
      return null;
    }
  };
}

/** Values of these name a person. */
const personal = ['first_name', 'last_name', 'date_of_birth', 'sex'] as const;

/**
 * Joins what the partner knows and the profile of the last booking without its weight. The partner's values win. If the
 * partner names another person than the last booking, only the partner's values are used.
 * @returns null if nothing is known
 */
export function prefillOf(partner: KnownProfile | null, earlier: Profile | null): KnownProfile | null {
  const { address, ...values } = partner ?? {};
  const known: KnownProfile = defined(values);
  const home = defined(address ?? {});
  if (Object.keys(home).length > 0) known.address = home;
  const isSame = (name: (typeof personal)[number]) =>
    known[name] === undefined || known[name].toLowerCase() === earlier?.[name].toLowerCase();
  if (earlier && personal.every(isSame)) {
    // A weight changes, and it decides about some tests.
    const { weight_pounds: _, ...rest } = earlier;
    return { ...rest, ...known };
  }
  return Object.keys(known).length > 0 ? known : null;
}

const defined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
