/** Runs tools that not every machine has. */
import { spawnSync } from 'node:child_process';

/**
 * Runs a tool.
 * @returns its output; null if this machine does not have it, which is printed
 * @throws Error with its output if it ends with another code than 0
 */
export function runTool(name: string, ...args: string[]): string | null {
  const { error, status, stdout, stderr } = spawnSync(name, args, { encoding: 'utf8' });
  if (error) {
    console.info(`Without ${name} on this machine, "${name} ${args[0]}" was not tried.`);
    return null;
  }
  if (status !== 0) throw new Error(`${name} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout + stderr;
}
