/** Runs the browser tests of the widget: each file a page of its own, in Chromium or in the engine that ENGINE names. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { bundleBrowserTests } from './support/bundle-browser-tests.ts';
import { elementTestLauncher } from './support/element-test-launcher.ts';

const rootDir = fileURLToPath(new URL('..', import.meta.url));
const tests = `${rootDir}test/widget/**/*.browser.test.ts`;
/** Loads modules by their addresses, so it needs them as they are. */
const unbundled = '/loader.browser.test.ts';

export default {
  rootDir,
  files: [tests],
  nodeResolve: true,
  concurrency: 1,
  plugins: [
    bundleBrowserTests(
      rootDir,
      globSync(tests).filter((file) => !file.endsWith(unbundled)),
    ),
    // For what a test loads by its address.
    esbuildPlugin({ ts: true, target: 'esnext', tsconfig: `${rootDir}widget/tsconfig.json` }),
  ],
  reporters: [defaultReporter({ reportTestProgress: false })],
  browsers: [await elementTestLauncher(process.env.ENGINE ?? 'chromium')],
  // The gallery's file runs axe over all states.
  testsFinishTimeout: 1_800_000,
  testFramework: { config: { timeout: 600_000 } },
};
