/** What a test reads from a page: its accessibility faults, what is typed, and the events of the elements. */
import axe from 'axe-core';
import type { Locator, Page } from 'playwright';
import type { EnginePage } from '../support/engine-page.ts';

/** Accessibility faults of the current page, shadow roots included. */
export async function accessibilityFaults(page: EnginePage): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(options: { resultTypes: string[]; iframes: boolean }): Promise<{
          violations: { id: string; nodes: { target: unknown }[] }[];
        }>;
      };
    };
    // It would send messages to frames of other origins, which Firefox reports as errors of the page.
    const { violations } = await axe.run({ resultTypes: ['violations'], iframes: false });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => String(node.target)).join(' | ')}`,
    );
  });
}

/** The current values of the fields, without the ticks that give a permission: those are never restored. */
export async function typed(booking: Locator): Promise<string[]> {
  const boxes = await booking.locator('input, textarea').all();
  const values: string[] = [];
  for (const box of boxes) {
    const { name, type, value, checked } = await box.evaluate((element: HTMLInputElement) => ({
      name: element.name,
      type: element.type,
      value: element.value,
      checked: element.checked,
    }));
    if (name === 'attestation' || name === 'pcp_consent') continue;
    values.push(`${name}: ${type === 'checkbox' || type === 'radio' ? String(checked) : value}`);
  }
  return values;
}

/** Records the events that the partner's page receives, over page loads. @returns those so far */
export async function recordEvents(page: Page): Promise<() => { type: string; detail: unknown }[]> {
  const events: { type: string; detail: unknown }[] = [];
  await page.exposeFunction('reportEvent', (event: (typeof events)[number]) => void events.push(event));
  const listen = () => {
    const { reportEvent } = window as unknown as { reportEvent(event: unknown): void };
    for (const type of ['dx-step', 'dx-sent', 'dx-blocked', 'dx-error', 'dx-payment'])
      document.addEventListener(type, (event) =>
        reportEvent({ type, detail: (event as CustomEvent).detail }),
      );
  };
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => events;
}
