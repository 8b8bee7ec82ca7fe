/** Child processes that end with this one, in every case. */
import type { ChildProcess } from 'node:child_process';

const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** Kills the process when this one exits. */
export function endWithUs(child: ChildProcess): void {
  alive.add(child);
  child.once('exit', () => alive.delete(child));
}
