/** The Chromium that the tests drive: named by CHROMIUM_PATH, else the system's, else Playwright's own. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? installed.find(existsSync);
  return chromium.launch({
    args: quiet,
    ...(executablePath ? { executablePath } : {}),
  });
}
