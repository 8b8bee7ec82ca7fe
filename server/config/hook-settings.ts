/** Reads where the partner's hooks are: a module, or an endpoint. */
import { z } from 'zod';
import type { HookName } from '../contract/hooks-api.ts';
import type { HookEndpoint } from '../hooks-http/call-hook.ts';
import { faultsOf, withoutEmpty } from './faults.ts';
import { address, hooks, webhookKeys } from './kinds.ts';

/** The settings of an endpoint by name. */
export const hookEntries = z.object({
  HOOKS_URL: address.optional(),
  HOOKS_SECRET: webhookKeys.prefault(''),
  HOOKS: hooks.prefault(''),
});

/** Where the hooks are: the path of a module, or an endpoint. */
export type HookSettings =
  | { modulePath: string; endpoint: null }
  /** With the hooks that it has. */
  | { modulePath: null; endpoint: HookEndpoint & { names: HookName[] } };

/** @returns where the hooks are, or one sentence for each fault, without values */
export function readHookSettings(env: NodeJS.ProcessEnv): HookSettings | { faults: string[] } {
  const given = withoutEmpty(env);
  const read = hookEntries.safeParse(given);
  if (!read.success) return { faults: faultsOf(read.error, given) };
  const { HOOKS_URL: url, HOOKS_SECRET: keys, HOOKS: names } = read.data;
  const modulePath = given.HOOKS_MODULE;
  const isComplete = url !== undefined && keys.length > 0 && names.length > 0;
  const isEndpoint = url !== undefined || keys.length > 0 || names.length > 0;
  if (isEndpoint && modulePath !== undefined)
    return { faults: ['HOOKS_MODULE and HOOKS_URL are both set: keep one of them'] };
  if (isComplete) return { modulePath: null, endpoint: { url, keys, names } };
  if (isEndpoint)
    return { faults: ['HOOKS_URL goes together with HOOKS_SECRET and with HOOKS, the list of its hooks'] };
  if (modulePath !== undefined) return { modulePath, endpoint: null };
  return {
    faults: [
      'HOOKS_MODULE or HOOKS_URL is needed: the hooks decide whether a booking is paid and which order belongs to which user',
    ],
  };
}
