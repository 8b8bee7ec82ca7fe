/** The tiers: what a test imports decides which project runs it. */
import { expect, it } from 'vitest';
import { source } from './architecture/sources.ts';
import { tierOf } from './tiers.ts';

const files: Record<string, string> = {
  'test/api/pure.test.ts': `import { a } from '../../server/operate/cli/dev.ts'; import type { B } from '../support/page.ts';`,
  'test/api/page.test.ts': `import { b } from '../support/page.ts';`,
  'test/support/page.ts': `import { chromium } from 'playwright';`,
  'test/api/process.test.ts': `import { c } from '../../examples/start.ts';`,
  'examples/start.ts': `import { c } from './free-port.ts'; import { d } from './start.ts';`,
  'examples/free-port.ts': `import { spawn } from 'node:child_process';`,
  'test/api/booked.test.ts': `import { startFullApiServer } from '../support/full-api-server.ts';`,
  'test/support/full-api-server.ts': `import { createApp } from '../../server/app.ts';`,
  'test/api/database.test.ts': `import { newEmptyDatabase } from '../support/test-stores.ts';`,
  'test/api/kinds.test.ts': `import { storeKinds } from '../support/test-stores.ts';`,
  'test/api/built.test.ts': `import { shared } from '../support/ask-made-once.ts'; await shared('pages');`,
  'test/support/ask-made-once.ts': '',
  'test/support/test-stores.ts': '',
  'test/packages/pure.test.ts': '',
  'test/key-rotation.test.ts': '',
};
const read = (path: string) => source(path, files[path] ?? '');

it.each([
  ['quick', 'test/api/pure.test.ts'],
  ['system', 'test/api/page.test.ts'],
  ['system', 'test/api/process.test.ts'],
  ['system', 'test/api/booked.test.ts'],
  ['system', 'test/api/database.test.ts'],
  ['quick', 'test/api/kinds.test.ts'],
  ['system', 'test/api/built.test.ts'],
  ['release', 'test/packages/pure.test.ts'],
  ['own process', 'test/key-rotation.test.ts'],
])('%s has %s', (tier, path) => {
  expect(tierOf(path, read)).toBe(tier);
});
