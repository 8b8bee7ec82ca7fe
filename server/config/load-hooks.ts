/**
 * Loads the partner's hooks from HOOKS_MODULE, or makes them from HOOKS_URL, and checks that all hooks are present that
 * the configured API keys need.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Hooks } from '../hooks.ts';
import { createHttpHooks } from '../hooks-http/http-hooks.ts';
import { describeError } from '../observability/describe-error.ts';
import { readHookSettings } from './hook-settings.ts';
import { missingEssentials } from './requirements.ts';

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
  let hooks: Hooks | undefined;
  try {
    ({ hooks } = (await import(pathToFileURL(resolve(path)).href)) as { hooks?: Hooks });
  } catch (error) {
    const { error_class, error_code } = describeError(error);
    return { faults: [`HOOKS_MODULE cannot be loaded (${error_code ?? error_class})`] };
  }
  return hooks ? complete(env, 'HOOKS_MODULE', hooks) : { faults: ['HOOKS_MODULE exports no "hooks"'] };
}

function complete(env: NodeJS.ProcessEnv, hooksSetting: 'HOOKS_MODULE' | 'HOOKS', hooks: Hooks): Loaded {
  const faults = missingEssentials(env, { hooks, hooksSetting, subjectIssuer: Boolean(env.SUBJECT_ISSUER) });
  return faults.length > 0 ? { faults } : { hooks };
}
