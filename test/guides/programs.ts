/** Which programs this machine has, of those that a guide describes and the repository does not bring. */
import { spawnSync } from 'node:child_process';

/** Programs and the arguments with which they print their version. */
const versions = { php: '-v', nginx: '-v', caddy: 'version' };
/** The name of such a program. */
export type Program = keyof typeof versions;

/** Whether the program can be started. Prints a line if not: its test does not run. */
export function hasProgram(name: Program): boolean {
  const isThere = spawnSync(name, [versions[name]]).status === 0;
  if (!isThere) console.log(`not run: ${name} is not installed`);
  return isThere;
}
