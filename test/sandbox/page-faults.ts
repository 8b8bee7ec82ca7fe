/** The errors and policy violations of a page. */
import type { Page } from 'playwright';

/** Filled while the page runs; Chromium reports policy violations on the console. */
export function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      faults.push(message.text());
  });
  return faults;
}
