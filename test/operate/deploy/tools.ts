/** Runs tools that not every machine has. */
import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';
import { notRun } from '../../support/not-run.ts';

/**
 * Runs a tool. Ends the test as not run if this machine does not have it.
 * @returns its output
 * @throws Error with its output if it ends with another code than 0
 */
export function runTool(context: TestContext, name: string, ...args: string[]): string {
  const { error, status, stdout, stderr } = spawnSync(name, args, { encoding: 'utf8' });
  if (error) return notRun(context, `"${name} ${args[0]}", because this machine has no ${name}`);
  if (status !== 0) throw new Error(`${name} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout + stderr;
}
