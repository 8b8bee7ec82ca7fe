/**
 * Loads the partner's hooks from HOOKS_MODULE, or makes them from HOOKS_URL, and checks that all hooks are present that
 * the configured API keys need.
 */
import type { HookName } from '../contract/hooks-api.ts';
import type { Hooks } from '../partner/hooks.ts';
import type { HookEndpoint } from '../partner/hooks-http/call-hook.ts';
import { createHttpHooks } from '../partner/hooks-http/http-hooks.ts';
import { withDeadlines } from '../partner/hooks-http/with-deadlines.ts';
import { faultsOf } from './config.ts';
import { hookEntries } from './entries.ts';
import { readGiven } from './given-settings.ts';
import { importModule } from './import-module.ts';
import { hookFaults } from './requirements.ts';

type Loaded = { hooks: Hooks } | { faults: string[] };

/**
 * Loads the hooks. Checks the settings too, so that faults of hooks and settings are reported together. The endpoint is
 * not asked: the server starts while it is down. A relative HOOKS_MODULE starts at the working directory.
 * @returns the hooks, or one sentence for each fault
 */
export async function loadHooks(env: NodeJS.ProcessEnv): Promise<Loaded> {
  const settings = readHookSettings(env);
  if ('faults' in settings) return settings;
  const { modulePath, endpoint } = settings;
  if (endpoint === null) return loadModule(env, modulePath);
  return complete(env, 'HOOKS', createHttpHooks(endpoint, endpoint.names));
}

async function loadModule(env: NodeJS.ProcessEnv, path: string): Promise<Loaded> {
  const imported = await importModule<Hooks>('HOOKS_MODULE', path, 'hooks');
  const loaded = 'faults' in imported ? imported : complete(env, 'HOOKS_MODULE', imported.exported);
  return 'faults' in loaded ? loaded : { hooks: withDeadlines(loaded.hooks) };
}

function complete(env: NodeJS.ProcessEnv, hooksSetting: 'HOOKS_MODULE' | 'HOOKS', hooks: Hooks): Loaded {
  const { env: given } = readGiven(env);
  const faults = hookFaults(given, { hooks, hooksSetting });
  return faults.length > 0 ? { faults } : { hooks };
}

/** Where the hooks are: the path of a module, or an endpoint. */
export type HookSettings =
  | { modulePath: string; endpoint: null }
  /** With the hooks that it has. */
  | { modulePath: null; endpoint: HookEndpoint & { names: HookName[] } };

/** @returns where the hooks are, or one sentence for each fault, without values */
export function readHookSettings(env: NodeJS.ProcessEnv): HookSettings | { faults: string[] } {
  const { env: given, faults } = readGiven(env);
  const ownFaults = faults.filter((fault) => fault.startsWith('HOOKS_SECRET'));
  if (ownFaults.length > 0) return { faults: ownFaults };
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
