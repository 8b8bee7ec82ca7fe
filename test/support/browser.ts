/** Starts the Chromium of the tests: that of CHROMIUM_PATH, else the system's, else Playwright's own. */
import { type Browser, chromium } from 'playwright';
import { expect } from 'playwright/test';
import { findChromium } from '../../examples/setup.mjs';
import { chromiumArguments } from './chromium-arguments.ts';

/** The longest wait for a page, in milliseconds: a busy machine pauses for seconds. */
export const waitTimeoutMs = 30_000;
/** Playwright's `expect` with the longer wait that a loaded machine needs. */
export const expectPage = expect.configure({ timeout: waitTimeoutMs });

/** Starts Chromium. The caller closes it. @param ignoreDefaultArgs arguments of Playwright that it starts without */
export async function startBrowser(ignoreDefaultArgs: string[] = []): Promise<Browser> {
  const executablePath = await findChromium();
  return chromium.launch({
    args: chromiumArguments,
    ignoreDefaultArgs,
    ...(executablePath ? { executablePath } : {}),
  });
}
