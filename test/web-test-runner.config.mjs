/** Runs the browser tests of the widget: each file a page of its own, in Chromium or in the engine that ENGINE names. */
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { elementTestLauncher } from './support/element-test-launcher.ts';

const rootDir = fileURLToPath(new URL('..', import.meta.url));

export default {
  rootDir,
  files: [`${rootDir}test/widget/**/*.browser.test.ts`],
  nodeResolve: true,
  concurrency: 1,
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: `${rootDir}widget/tsconfig.json` })],
  reporters: [defaultReporter({ reportTestProgress: false })],
  browsers: [await elementTestLauncher(process.env.ENGINE ?? 'chromium')],
  // The gallery's file runs axe over all states.
  testsFinishTimeout: 300_000,
  testFramework: { config: { timeout: 10_000 } },
};
