/** The browser of a test file. */
import type { Browser } from 'playwright';
import { afterAll } from 'vitest';
import { shareBrowser } from './browser.ts';

/** Opens the browser of this worker for all tests of a file. Its pages and contexts close after them. */
export async function browserOfFile(): Promise<Browser> {
  const browser = await shareBrowser();
  afterAll(() => browser.close());
  return browser;
}
