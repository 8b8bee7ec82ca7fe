/** The browser of the element tests, by the name of its engine. */
import type { BrowserLauncher } from '@web/test-runner-core';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { findHeadlessShell, findWebKit } from '../../examples/setup.mjs';
import { chromiumArguments } from './chromium-arguments.ts';
import { firefoxLaunchOptions } from './firefox.ts';
import { webKitLauncher } from './webdriver-launcher.ts';

const launchers: Record<string, () => Promise<BrowserLauncher | undefined>> = {
  async chromium() {
    const executablePath = await findHeadlessShell();
    return playwrightLauncher({
      product: 'chromium',
      launchOptions: { ...(executablePath && { executablePath }), args: chromiumArguments },
    });
  },
  async firefox() {
    const launchOptions = await firefoxLaunchOptions();
    return launchOptions && playwrightLauncher({ product: 'firefox', concurrency: 1, launchOptions });
  },
  async webkit() {
    const found = await findWebKit();
    if (!found || 'driver' in found) return found && webKitLauncher(found);
    return playwrightLauncher({ product: 'webkit', launchOptions: found });
  },
};

/**
 * Returns the launcher of an engine.
 * @param engine `chromium`, `firefox` or `webkit`
 * @throws Error if there is no such engine, or the machine does not have it
 */
export async function elementTestLauncher(engine: string): Promise<BrowserLauncher> {
  const launcher = await launchers[engine]?.();
  if (!launcher) throw new Error(`no ${engine}: npx playwright install ${engine}`);
  return launcher;
}
