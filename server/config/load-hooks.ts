/**
 * Loads the partner's hooks from HOOKS_MODULE and checks that all hooks are present that the configured API keys need.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Hooks } from '../hooks.ts';
import { describeError } from '../observability/describe-error.ts';
import { missingEssentials } from './requirements.ts';

/**
 * Loads the hooks. Checks the settings too, so that faults of hooks and settings are reported together.
 * @returns the hooks, or one sentence for each fault
 */
export async function loadHooks(env: NodeJS.ProcessEnv): Promise<{ hooks: Hooks } | { faults: string[] }> {
  const path = env.HOOKS_MODULE;
  if (!path)
    return {
      faults: [
        'HOOKS_MODULE is required: its hooks decide whether a booking is paid and which order belongs to which user',
      ],
    };
  let hooks: Hooks | undefined;
  try {
    ({ hooks } = (await import(pathToFileURL(resolve(path)).href)) as { hooks?: Hooks });
  } catch (error) {
    const { error_class, error_code } = describeError(error);
    return { faults: [`HOOKS_MODULE cannot be loaded (${error_code ?? error_class})`] };
  }
  if (!hooks) return { faults: ['HOOKS_MODULE exports no "hooks"'] };
  const faults = missingEssentials(env, { hooks, subjectIssuer: Boolean(env.SUBJECT_ISSUER) });
  return faults.length > 0 ? { faults } : { hooks };
}
