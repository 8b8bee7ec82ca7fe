/** Registers a running server's webhooks with the same command that an operator uses. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = join(fileURLToPath(new URL('..', import.meta.url)), 'server/cli/webhooks-register.ts');

/**
 * Runs `webhooks-register`.
 * @param env the environment of the server
 * @throws Error if the command fails
 */
export async function registerWebhooks(env: NodeJS.ProcessEnv): Promise<void> {
  await promisify(execFile)(process.execPath, [script], { env });
}
