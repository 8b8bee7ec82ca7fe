/** The time from a press to the next paint with 1,000 places or 60 days of times, compared with ten of each. */
import type { Browser, Page } from 'playwright';
import type { Shows } from '../../../server/contract/journey-api/views.ts';
import { startBrowser } from '../../support/browser.ts';
import { median, shown } from '../compare.ts';
import { type Crowded, crowded, manyDays, manyPlaces } from '../embeds/crowded.ts';
import type { Row } from '../row.ts';

/** An event that the browser does not report took no longer than this. */
const leastMs = 16;

async function watchInteractions(page: Page): Promise<void> {
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
async function interactionMs(page: Page, interact: () => Promise<void>): Promise<number> {
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

const rounds = 5;
const goalMs = 50;

type Interactions = Record<string, (page: Page) => Promise<void>>;

/** Each action leaves the page ready for the next one. */
const amongPlaces: Interactions = {
  'a digit typed': async (page) => {
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
  },
  'on to the next place': (page) => page.keyboard.press('Tab'),
  'the tests opened': (page) => page.getByRole('button', { name: 'Change your test' }).press('Enter'),
  'a test chosen': (page) => page.getByRole('button', { name: /^Calcium/ }).click(),
  'a place chosen': (page) => page.getByRole('button', { name: 'Choose this testing center' }).nth(3).click(),
};
const amongTimes: Interactions = {
  'another day': (page) => page.getByRole('option').nth(3).click(),
  'the day after': (page) => page.keyboard.press('ArrowRight'),
  'a time chosen': (page) => page.locator('button.time').nth(5).click(),
  'on to the next time': (page) => page.keyboard.press('ArrowDown'),
  'another chosen': (page) => page.keyboard.press('Space'),
};

export async function manyChoices(): Promise<Row[]> {
  const place = await crowded();
  const browser = await startBrowser();
  try {
    const many = [manyPlaces(1000), manyPlaces(10)] as const;
    const days = [manyDays(60), manyDays(10)] as const;
    const zip = (page: Page) => page.getByRole('textbox', { name: 'ZIP code' }).focus();
    const day = (page: Page) => page.getByRole('option').first().waitFor();
    return [
      await row(browser, place, 'with 1,000 places on the screen', '10 places', many, zip, amongPlaces),
      await row(browser, place, 'with 60 days of 41 times', '10 days', days, day, amongTimes),
    ];
  } finally {
    await browser.close();
    await place.stop();
  }
}

async function row(
  browser: Browser,
  place: Crowded,
  what: string,
  against: string,
  [many, few]: readonly [Shows, Shows],
  arrive: (page: Page) => Promise<void>,
  interactions: Interactions,
): Promise<Row> {
  const measured = { many: new Map<string, number[]>(), few: new Map<string, number[]>() };
  for (let round = 0; round < rounds; round += 1) {
    await visit(browser, place, many, arrive, interactions, measured.many);
    await visit(browser, place, few, arrive, interactions, measured.few);
  }
  const [name = '', slowest = []] =
    [...measured.many].toSorted(([, a], [, b]) => median(b) - median(a))[0] ?? [];
  return {
    what: `a press to the next paint, ${what}; the slowest of ${measured.many.size}: ${name}`,
    against,
    measured: `${shown(slowest)} to ${shown(measured.few.get(name) ?? [])} ms`,
    goal: `within ${goalMs} ms`,
    reached: median(slowest) <= goalMs,
  };
}

async function visit(
  browser: Browser,
  place: Crowded,
  shows: Shows,
  arrive: (page: Page) => Promise<void>,
  interactions: Interactions,
  into: Map<string, number[]>,
): Promise<void> {
  place.show(shows);
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await watchInteractions(page);
  await page.goto(place.url);
  await arrive(page);
  for (const [name, interact] of Object.entries(interactions)) {
    const ms = await interactionMs(page, () => interact(page));
    into.set(name, [...(into.get(name) ?? []), ms]);
  }
  await context.close();
}
