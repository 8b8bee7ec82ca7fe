/**
 * Presses the main button of each form with a real pointer, right after a field was corrected: the blur of the press
 * removes an error, and the release must still hit the button.
 */
import type { Browser, Locator, Page } from 'playwright';
import { waitTimeoutMs } from '../../support/browser.ts';
import { showScene } from './pictures.ts';
import { serveGallery } from './serve.ts';

/** A state of the gallery with a main button, and what its fields take. */
const forms = [
  'booking/place-wrong',
  'booking/product',
  'booking/times-chosen',
  'booking/identity-wrong',
  'booking/identity-refused',
  'booking/consent-other-name',
  'booking/document',
  'booking/prescreen-wrong',
  'booking/questionnaire-wrong',
  'booking/questionnaire-mixed',
  'booking/questionnaire-review',
  'booking/review',
  'appointments/several-reschedule',
  'appointments/several-cancel',
  'physician/provider',
  'physician/presentation',
  'physician/document',
] as const;
const languages = ['en', 'es', 'de', 'ar'] as const;
const widths = [320, 360, 414, 768, 1280] as const;
const pointers = ['mouse', 'touch'] as const;

/** One press. */
export interface Press {
  form: (typeof forms)[number];
  language: (typeof languages)[number];
  /** In pixels. */
  width: (typeof widths)[number];
  pointer: (typeof pointers)[number];
}

/** What a press did. */
export interface Pressed {
  isLost: boolean;
  /** The lines of the error that went, if one did. */
  errorLines: number;
}

/** Every press: each form in each language at each width with each pointer. */
export const allPresses: readonly Press[] = forms.flatMap((form) =>
  languages.flatMap((language) =>
    widths.flatMap((width) => pointers.map((pointer) => ({ form, language, width, pointer }))),
  ),
);

/** The gallery in a browser, for presses. The caller closes it. */
export async function openForms(browser: Browser) {
  const { address, close } = await serveGallery();
  const context = await browser.newContext({ hasTouch: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(waitTimeoutMs);
  await page.goto(`${address}scene.html`);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  return {
    press: (press: Press, draw: number) => pressAfterCorrection(page, press, draw),
    async close() {
      await context.close();
      await close();
    },
  };
}

/** @param draw from 0 to 1: which of the fields is corrected */
async function pressAfterCorrection(page: Page, press: Press, draw: number): Promise<Pressed> {
  const { form, language, width, pointer } = press;
  await page.setViewportSize({ width, height: 740 });
  await showScene(page, { scene: form, lang: language, dir: language === 'ar' ? 'rtl' : '' });
  const button = page.locator('button.primary:not(.former *)').last();
  const fields = page.locator('input:not([type=radio], [type=checkbox], [type=file]), textarea');
  const count = await fields.count();
  let errorLines = 0;
  if (count > 0) {
    // The errors are there before the press that counts.
    const hasErrors = (await page.locator('.error:not(:empty)').count()) > 0;
    if (!hasErrors) await button.evaluate((element: HTMLButtonElement) => element.form?.requestSubmit());
    await frames(page);
    const field = fields.nth(Math.floor(draw * count));
    await field.fill(await rightValue(field));
    errorLines = await linesOfError(field);
  }
  await button.scrollIntoViewIfNeeded();
  await frames(page);
  return { isLost: !(await hits(page, button, pointer)), errorLines };
}

/** Presses where the button is, lets the page draw, and releases. @returns whether the button was clicked */
async function hits(page: Page, button: Locator, pointer: Press['pointer']): Promise<boolean> {
  const box = await button.boundingBox();
  if (box === null) throw new Error('the button is not drawn');
  // Near the upper edge, which leaves first when what is above shrinks.
  const [x, y] = [box.x + box.width / 2, box.y + 10];
  await button.evaluate((element) => {
    const seen = Object.assign(globalThis, { clicked: false });
    addEventListener('click', (event) => (seen.clicked ||= event.composedPath().includes(element)), {
      capture: true,
      once: true,
    });
  });
  if (pointer === 'touch') await page.touchscreen.tap(x, y);
  else {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await frames(page);
    await page.mouse.up();
  }
  await frames(page);
  return page.evaluate(() => (globalThis as unknown as { clicked: boolean }).clicked);
}

/** Waits until the page has drawn what has changed. */
const frames = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  );

/** A value that the field takes, by its name. */
async function rightValue(field: Locator): Promise<string> {
  const id = (await field.getAttribute('id')) ?? '';
  const known: [RegExp, string][] = [
    [/postal|zip/, '10002'],
    [/email/, 'ada@example.com'],
    [/phone/, '5550100142'],
    [/year/, '1984'],
    [/month|day|date_of_birth/, '5'],
    [/state/, 'NY'],
    [/npi/, '1234567893'],
    [/feet/, '5'],
    [/inches/, '7'],
    [/pounds/, '150'],
  ];
  return known.find(([name]) => name.test(id))?.[1] ?? 'Ada Example';
}

const linesOfError = (field: Locator): Promise<number> =>
  field.evaluate((element) => {
    const error = element.closest('.field')?.querySelector('.error:not(:empty)');
    return error ? Math.round(error.getBoundingClientRect().height / 20) : 0;
  });
