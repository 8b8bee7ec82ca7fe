/** Waits for a condition, where nothing announces that it holds. */
import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 5;
/** Beyond the time of any test: a test on a slow machine ends by its own limit, and names itself. */
const limitMs = 540_000;

/**
 * Resolves when `holds` returns true. For what happens outside the app of this process; what happens inside is awaited by
 * `App.idle`.
 * @param said what the failure says besides
 * @throws Error if the test has ended in any case
 */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  said: () => string = () => '',
): Promise<void> {
  const endsAt = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > endsAt) throw new Error(`It did not come to be: ${holds}\n${said()}`);
    await sleep(pauseMs);
  }
}
