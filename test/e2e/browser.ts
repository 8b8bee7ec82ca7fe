/** The Chromium that the tests drive: named by CHROMIUM_PATH, else the system's, else Playwright's own. */
import { type Browser, chromium } from 'playwright';
import { findChromium } from '../../examples/setup.mjs';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function startBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  return chromium.launch({ args: quiet, ...(executablePath ? { executablePath } : {}) });
}
