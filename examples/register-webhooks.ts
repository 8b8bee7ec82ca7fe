/** Registers a running server with the sandbox, as an operator would by the command. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = join(fileURLToPath(new URL('..', import.meta.url)), 'server/cli/webhooks-register.ts');

export async function registerWebhooks(env: NodeJS.ProcessEnv): Promise<void> {
  await promisify(execFile)(process.execPath, [script], { env });
}
