/** The time from a press to the next step on the slow line, for each step after the first one. */
import type { Browser } from 'playwright';
import { Booker } from '../../e2e/booker.ts';
import type { Heading } from '../../e2e/headings.ts';
import { startLineBrowser } from '../../support/http2-line.ts';
import { median, shown } from '../compare.ts';
import type { Embed } from '../embeds/embed.ts';
import { ours } from '../embeds/ours.ts';
import { lineName, lineSettings, slowDown, slowLine, slowProcessor } from '../first-use.ts';
import type { Row } from '../row.ts';

const rounds = 5;
const { roundTripMs } = lineSettings;
const goalMs = 1.5 * roundTripMs + 100;

/** Notes in the page when a button was pressed last, and when another step or the first list of clinics was painted. */
const watchSteps = () => {
  const seen = { pressedAtMs: 0, shownAtMs: 0, shown: '' };
  Object.assign(window, { seen });
  addEventListener('click', () => Object.assign(seen, { pressedAtMs: performance.now() }), true);
  const shown = (): string => {
    const root = document.querySelector('dx-booking')?.shadowRoot;
    const step = [...(root?.querySelectorAll('*') ?? [])].find(({ localName }) =>
      localName.endsWith('-step'),
    );
    const hasClinics = step?.shadowRoot?.querySelector('.choose, .place') != null;
    return `${step?.localName}${hasClinics ? ' with clinics' : ''}`;
  };
  const look = () => {
    const now = shown();
    if (now !== seen.shown) Object.assign(seen, { shown: now, shownAtMs: performance.now() });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

type Took = Map<string, number[]>;

export async function laterSteps(): Promise<Row[]> {
  const line = slowLine();
  const booking = await ours(line);
  const browser = await startLineBrowser();
  try {
    const took: Took = new Map();
    // The first booking warms the machine and is not counted.
    for (let round = -1; round < rounds; round += 1)
      await bookOnce(browser, booking, round + 1, round >= 0 ? took : new Map());
    return [...took].map(([what, ms]) => ({
      what: `${what}: press to next step at ${lineName}, processor ${slowDown} times slower`,
      against: `a round trip, ${roundTripMs} ms`,
      measured: `${shown(
        ms.map((each) => each / roundTripMs),
        2,
      )} round trips: ${shown(ms)} ms`,
      floor: `${roundTripMs} ms`,
      goal: `at most 1.5 round trips and 100 ms (${goalMs} ms)`,
      reached: median(ms) <= goalMs,
    }));
  } finally {
    await browser.close();
    await booking.stop();
    await line.close();
  }
}

async function bookOnce(
  browser: Browser,
  { blankUrl, origin, path }: Embed,
  visit: number,
  took: Took,
): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(blankUrl);
  await slowProcessor(page);
  await page.addInitScript(watchSteps);
  await page.goto(origin + path(visit));
  const booker = new Booker(page);
  const timed: Timed = async (what, button, next) => {
    await button.click();
    // In the page: a locator that is waited for takes its slowed processor.
    const ms = await page.evaluate(untilShown);
    took.set(what, [...(took.get(what) ?? []), ms]);
    await next?.();
  };
  await bookTimed(booker, timed);
  await context.close();
}

/** @returns the time from the last press to what it opened, in milliseconds */
const untilShown = () =>
  new Promise<number>((resolve) => {
    const { seen } = window as unknown as { seen: { pressedAtMs: number; shownAtMs: number } };
    const look = () => {
      const ms = seen.shownAtMs - seen.pressedAtMs;
      if (ms > 0) resolve(ms);
      else requestAnimationFrame(look);
    };
    look();
  });

type Timed = (
  what: string,
  button: ReturnType<Booker['button']>,
  next?: () => Promise<void>,
) => Promise<void>;

async function bookTimed(booker: Booker, timed: Timed): Promise<void> {
  const step = (name: Heading, button: string | RegExp) =>
    timed(name, booker.button(button), () => booker.opens(name));
  await booker.chooseTest('DEXA');
  await booker.textbox('ZIP code').fill('10002');
  await timed('clinics', booker.button('Find testing centers'));
  await step('product', 'Choose this testing center, 180 Harrowgate Street');
  await step('times', 'Choose times');
  await booker.chooseTimes();
  await step('identity', 'Continue');
  await booker.fillDetails();
  await step('consent', 'Continue');
  await booker.fillConsent();
  await step('review', 'Sign and continue');
  await step('questionnaire', /^Pay \$/);
  await booker.fillQuestionnaire();
  await booker.button('Review your answers').click();
  await step('sent', 'Send answers');
}
