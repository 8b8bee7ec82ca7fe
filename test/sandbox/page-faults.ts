/** The faults of a page: accessibility by axe, and the errors and policy violations so far. */
import axe from 'axe-core';
import type { Frame, Page } from 'playwright';

interface AxeRun {
  run(): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }>;
}

export async function accessibilityFaults(page: Page | Frame): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: AxeRun }).axe.run();
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`,
    );
  });
}

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
