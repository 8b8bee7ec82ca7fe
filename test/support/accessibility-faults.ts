/** The accessibility faults of a page, by axe. */
import axe from 'axe-core';
import type { EnginePage } from './engine-page.ts';

interface WithAxe {
  axe: {
    run(options: object): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }>;
  };
  axeRules?: string[] | null;
}

/**
 * Returns the accessibility faults of what a page or a frame shows, shadow roots included.
 * @param rules the rules to check. @default all
 */
export async function accessibilityFaults(
  page: Pick<EnginePage, 'evaluate'>,
  rules: readonly string[] | null = null,
): Promise<string[]> {
  // Its source has half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  if (rules) await page.evaluate(`window.axeRules = ${JSON.stringify(rules)};`);
  return page.evaluate(async () => {
    const { axe, axeRules } = window as unknown as WithAxe;
    // It would send messages to frames of other origins, which Firefox reports as errors of the page.
    const options = { resultTypes: ['violations'], iframes: false, ...(axeRules && { runOnly: axeRules }) };
    const { violations } = await axe.run(options);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`,
    );
  });
}
