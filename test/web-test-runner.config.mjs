/** Runs the browser tests of the widget: each file a page of its own, in whichever Chromium the machine has. */
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { findChromium } from '../examples/setup.mjs';
import { chromiumArguments } from './support/chromium-arguments.ts';

const rootDir = fileURLToPath(new URL('..', import.meta.url));
const executablePath = await findChromium();

export default {
  rootDir,
  files: [`${rootDir}test/widget/**/*.browser.test.ts`],
  nodeResolve: true,
  concurrency: 1,
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: `${rootDir}widget/tsconfig.json` })],
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
