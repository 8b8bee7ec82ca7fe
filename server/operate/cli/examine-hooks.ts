/** Checks the endpoint of the hooks: it accepts a valid signature, and refuses every other one. */
import { randomBytes } from 'node:crypto';
import type { HookSettings } from '../../config/load-hooks.ts';
import { checkOperation } from '../../contract/hooks-api.ts';
import { systemClock } from '../../core/clock.ts';
import { createHookClient, type HookEndpoint, HookFailure } from '../../partner/hooks-http/call-hook.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

/** A request as old as this must be refused: someone may have recorded it. */
const staleMs = 600_000;
const refusals = ['hook_status_401', 'hook_status_403'];

/**
 * Checks that the endpoint accepts our signature and refuses forged and old requests. If it checks signatures, no
 * request has an effect.
 */
export async function examineHooks({
  url,
  keys,
  names,
}: NonNullable<HookSettings['endpoint']>): Promise<Finding[]> {
  const accepted = await codeOf({ url, keys }, 'check');
  if (accepted === 'hook_unreachable' || accepted === 'hook_timeout')
    return [fault(`HOOKS_URL cannot be reached from here (${accepted}): no hook works.`)];
  const forger = { url, keys: [randomBytes(32)] };
  const forged = names.map(async (name) => forgedFinding(name, await codeOf(forger, name)));
  const stale = await codeOf({ url, keys }, 'check', Date.now() - staleMs);
  return [
    acceptedFinding(accepted),
    ...(await Promise.all(forged)),
    ...(stale === null
      ? [warning('HOOKS_URL accepts a request of ten minutes ago: compare webhook-timestamp with the clock.')]
      : []),
  ];
}

/** @returns null if the endpoint accepts the request; else the code of the failure */
async function codeOf(endpoint: HookEndpoint, name: string, nowMs = Date.now()): Promise<string | null> {
  try {
    await createHookClient(
      endpoint,
      systemClock(() => nowMs),
    )(name, checkOperation, {});
    return null;
  } catch (error) {
    if (error instanceof HookFailure) return error.code;
    throw error;
  }
}

function acceptedFinding(code: string | null): Finding {
  if (code === null) return ok('HOOKS_URL accepts the signature of HOOKS_SECRET.');
  if (refusals.includes(code))
    return fault('HOOKS_URL refuses the signature of HOOKS_SECRET: does the endpoint have the same secret?');
  return fault(`HOOKS_URL does not answer "check" with the result true (${code}).`);
}

function forgedFinding(name: string, code: string | null): Finding {
  if (code !== null && refusals.includes(code)) return ok(`The hook "${name}" refuses a forged signature.`);
  if (code === 'hook_status_404') return fault(`HOOKS names "${name}", which HOOKS_URL does not have.`);
  return fault(
    `The hook "${name}" does not refuse a forged signature with 401 (${code ?? 'accepted'}): anyone can call it.`,
  );
}
