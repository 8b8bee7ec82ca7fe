/** How long the tests take. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Row } from '../row.ts';

const goalMinutes = 6;
const root = fileURLToPath(new URL('../../..', import.meta.url));

export async function testSuite(): Promise<Row[]> {
  const startMs = performance.now();
  const { status } = spawnSync('npm', ['test', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const minutes = (performance.now() - startMs) / 60_000;
  const outcome = status === 0 ? 'all passed' : 'some failed';
  return [
    {
      what: '`npm test`, the build included',
      against: 'this machine',
      measured: `${minutes.toFixed(1)} minutes, ${outcome}`,
      goal: `${goalMinutes} minutes`,
      reached: status === 0 && minutes <= goalMinutes,
    },
  ];
}
