/** Runs the checks against a service. */
import { AssertionError } from 'node:assert';
import { actOf } from './acts.ts';
import { endpointOf } from './breaches.ts';
import type { Check, Described } from './check.ts';
import { NotTried, profiles, type Target, Trial } from './trial.ts';

/** The result of a check. */
export interface Result {
  check: Described;
  /** `told` is for a question that the specification leaves open. `not tried`: the service lacks what the check needs. */
  outcome: 'held' | 'told' | 'differs' | 'not tried';
  /** How the service differs, or what support would have to do. */
  reason: string | null;
  /** The service's answer to what is open. */
  answer: unknown;
  /** What the service did not let go. */
  left: string[];
  /** The endpoints that were called. */
  endpoints: string[];
}

/** Runs checks against one service. */
export interface Suite {
  run: (check: Check) => Promise<Result>;
  /** Cancels what the run of the journal left, except what waits. @returns what the service did not let go */
  endEarlier: () => Promise<string[]>;
}

/** @returns a suite for a service */
export function openSuite(target: Target): Suite {
  const memo = new Map<string, Promise<unknown>>();
  return {
    async run(tried) {
      const { run: _, partner: __, ...check } = tried;
      const known = target.journal?.results.get(check.id) as Result | undefined;
      if (known && known.outcome !== 'not tried') return known;
      const trial = new Trial(target, memo, check.id);
      const result = await attempt(trial, target, tried);
      const left = await trial.cancelBookings().catch((error) => [String(error)]);
      const called = trial.exchanges.flatMap((exchange) => endpointOf(exchange) ?? []);
      const whole: Result = { check, ...result, left, endpoints: [...new Set(called)] };
      target.journal?.append({ result: whole });
      return whole;
    },
    async endEarlier() {
      const trial = new Trial(target, memo, '');
      const foreign = (target.journal?.standing() ?? []).filter((one) => !trial.takeOver(...one));
      return [...foreign.map(([path, key]) => `${path} of key ${key}`), ...(await trial.cancelBookings())];
    },
  };
}

async function attempt(
  trial: Trial,
  target: Target,
  check: Check,
): Promise<Pick<Result, 'outcome' | 'reason' | 'answer'>> {
  const result = (outcome: Result['outcome'], reason: string | null, answer: unknown = null) => ({
    outcome,
    reason,
    answer,
  });
  if (profiles.indexOf(check.needs) > profiles.indexOf(target.profile))
    return result('not tried', check.needs === 'write' ? 'Run the profile write' : actOf(check.id));
  try {
    await trial.open(check.partner);
    const answer = (await check.run(trial)) ?? null;
    const breaches = trial.breaches();
    if (breaches.length > 0) return result('differs', [...new Set(breaches)].slice(0, 5).join('\n'));
    return check.level === 'TOLD' ? result('told', null, answer) : result('held', null);
  } catch (error) {
    if (error instanceof NotTried) return result('not tried', error.message);
    return result('differs', [wordsOf(error), lastOf(trial), ...trial.breaches().slice(0, 5)].join('\n'));
  }
}

/** What an error says: an assertion its message, another one also where it is from. */
export const wordsOf = (error: unknown) =>
  error instanceof AssertionError || !(error instanceof Error)
    ? String(error)
    : (error.stack ?? error.message);

/** The last request, so that a person finds it at the service. */
function lastOf({ exchanges }: Trial): string {
  const last = exchanges.at(-1);
  if (!last) return 'Nothing was sent.';
  const { method, path, answer } = last;
  const { request_id = '', details = null } = answer.error ?? {};
  const said = details === null ? '' : ` ${JSON.stringify(details).slice(0, 300)}`;
  return `Last: ${method} ${path} ${answer.status} ${request_id}${said}`;
}
