/** Runs the browser tests of the widget: each file a page of its own, in whichever Chromium the machine has. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { findChromium } from '../examples/setup.mjs';
import { bundleBrowserTests } from './support/bundle-browser-tests.ts';
import { chromiumArguments } from './support/chromium-arguments.ts';

const rootDir = fileURLToPath(new URL('..', import.meta.url));
const tests = `${rootDir}test/widget/**/*.browser.test.ts`;
/** Loads modules by their addresses, so it needs them as they are. */
const unbundled = '/loader.browser.test.ts';
const executablePath = await findChromium();

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
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: {
        ...(executablePath && { executablePath }),
        args: chromiumArguments,
      },
    }),
  ],
  testFramework: { config: { timeout: 10_000 } },
};
