/** Registers a running server's webhooks by the same command that an operator uses. */
import { webhooksRegister } from '../server/operate/cli/webhooks.ts';

/**
 * Runs `webhooks-register` within this process: a process of its own takes a second of processor time to start.
 * @param env the environment of the server
 * @throws Error with what the command printed, if it fails
 */
export async function registerWebhooks(env: NodeJS.ProcessEnv): Promise<void> {
  const printed: string[] = [];
  const exitCode = await webhooksRegister(env, {}, (line) => void printed.push(line));
  if (exitCode !== 0) throw new Error(printed.join('\n'));
}
