/** Tests that need what not every machine has. */
import type { TestContext } from 'vitest';

/** Ends a test that needs something missing. The totals of `npm test` count it as not run, never as passed. */
export function notRun(context: TestContext, missing: string): never {
  Object.assign(context.task.meta, { notRun: missing });
  return context.skip(`not run: ${missing}`);
}
