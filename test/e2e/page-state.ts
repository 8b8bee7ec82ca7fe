/** What a test reads from a page: what is typed, and the events of the elements. */
import type { Locator, Page } from 'playwright';

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
