/** What `npm start` starts, for the tests of a file. */
import { afterAll, beforeAll } from 'vitest';
import { type Stack, type StackSettings, startStack } from '../../examples/start-stack.ts';
import { shared } from '../support/ask-made-once.ts';
import { folderOfFile } from '../support/folders.ts';

/**
 * Starts the stack before the tests of a file, and stops it after them.
 * @returns the stack, which has its values as soon as the file's own `beforeAll` runs
 */
export function stackOfFile(settings: Pick<StackSettings, 'env'> = {}): Stack {
  const dataDir = folderOfFile();
  const stack = {} as Stack;
  beforeAll(async () => {
    await shared('pages');
    const ports = { sandbox: 0, server: 0, site: 0 };
    Object.assign(stack, await startStack({ ...settings, quiet: true, dataDir, ports }));
  });
  // Without a start there is nothing to stop.
  afterAll(() => stack.stop?.());
  return stack;
}
