/** Measures the time from a press to the next paint, as the browser reports it (Event Timing). */
import type { Page } from 'playwright';

/** An event that the browser does not report took no longer than this. */
export const leastMs = 16;

export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { slowest: number };
    seen.slowest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId } = entry as PerformanceEntry & { interactionId?: number };
        if (interactionId) seen.slowest = Math.max(seen.slowest, entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** Milliseconds of the slowest event of the interaction, in steps of 8. */
export async function interactionMs(page: Page, interact: () => Promise<void>): Promise<number> {
  const quiet = () =>
    page.evaluate(async () => {
      // The browser reports entries after the frame, when the page is idle.
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      for (let frames = 0; frames < 4; frames += 1) await frame();
      await new Promise((done) => setTimeout(done, 100));
    });
  await quiet();
  await page.evaluate(() => {
    (window as unknown as { slowest: number }).slowest = 0;
  });
  await interact();
  await quiet();
  const slowest = await page.evaluate(() => (window as unknown as { slowest: number }).slowest);
  return Math.max(slowest, leastMs);
}
