/**
 * Presses the last button of each step by mouse, touch and keyboard, right after a field was corrected: the blur of the
 * press removes an error, and the press must still reach the button.
 */
import type { Browser, Locator, Page } from 'playwright';
import { showScene } from './pictures.ts';
import { serveGallery } from './serve.ts';

const main = 'button.primary';
/** The states of the gallery from which a press leads on, each with its last button. */
const lastButtons = {
  'booking/place-start': '.tests button',
  'booking/place-wrong': main,
  'booking/place-results': '.choose button',
  'booking/product': main,
  'booking/times-chosen': main,
  'booking/times-none': main,
  'booking/times-silent': main,
  'booking/identity-wrong': main,
  'booking/identity-refused': main,
  'booking/identity-known': main,
  'booking/consent-wrong': main,
  'booking/consent-other-name': main,
  'booking/document': main,
  'booking/prescreen-wrong': main,
  'booking/order-stalled': main,
  'booking/questionnaire-wrong': main,
  'booking/questionnaire-mixed': main,
  'booking/questionnaire-review': main,
  'booking/review': main,
  'booking/sent-confirmed': main,
  'booking/sent-canceled': main,
  'appointments/several-reschedule': main,
  'appointments/several-cancel': 'button.go',
  'physician/provider': main,
  'physician/provider-known': main,
  'physician/presentation': main,
  'physician/document': main,
} as const;
type Form = keyof typeof lastButtons;
const forms = Object.keys(lastButtons) as Form[];
const languages = ['en', 'es', 'de', 'ar'] as const;
const widths = [320, 360, 414, 768, 1280] as const;
const devices = ['mouse', 'touch', 'keyboard'] as const;

/** One press. */
export interface Press {
  form: Form;
  language: (typeof languages)[number];
  /** In pixels. */
  width: (typeof widths)[number];
  device: (typeof devices)[number];
}

/** What a press did. */
export interface Pressed {
  isLost: boolean;
  /** The lines of the error that went, if one did. */
  errorLines: number;
}

/** Every press: each form in each language at each width with each device. */
export const allPresses: readonly Press[] = forms.flatMap((form) =>
  languages.flatMap((language) =>
    widths.flatMap((width) => devices.map((device) => ({ form, language, width, device }))),
  ),
);

/** The gallery in a browser, for presses. The caller closes it. */
export async function openForms(browser: Browser) {
  const { address, close } = await serveGallery();
  const context = await browser.newContext({ hasTouch: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
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
  const { form, language, width, device } = press;
  await page.setViewportSize({ width, height: 740 });
  await showScene(page, { scene: form, lang: language, dir: language === 'ar' ? 'rtl' : '' });
  const button = page.locator(`${lastButtons[form]}:not(.former *)`).last();
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
  if (device !== 'keyboard') await button.scrollIntoViewIfNeeded();
  await frames(page);
  return { isLost: !(await hits(page, button, device)), errorLines };
}

/** Presses the button, and lets the page draw before the release. @returns whether the button was clicked */
async function hits(page: Page, button: Locator, device: Press['device']): Promise<boolean> {
  await button.evaluate((element) => {
    const seen = Object.assign(globalThis, { clicked: false });
    addEventListener('click', (event) => (seen.clicked ||= event.composedPath().includes(element)), {
      capture: true,
      once: true,
    });
  });
  if (device === 'keyboard') await pressByKeys(page, button);
  else await pressByPointer(page, button, device);
  await frames(page);
  return page.evaluate(() => (globalThis as unknown as { clicked: boolean }).clicked);
}

async function pressByPointer(page: Page, button: Locator, device: 'mouse' | 'touch'): Promise<void> {
  const box = await button.boundingBox();
  if (box === null) throw new Error('the button is not drawn');
  // Near the upper edge, which leaves first when what is above shrinks.
  const [x, y] = [box.x + box.width / 2, box.y + 10];
  if (device === 'touch') return page.touchscreen.tap(x, y);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await frames(page);
  await page.mouse.up();
}

const mostTabs = 100;

/** Goes on from where the focus is, as the customer does, and presses the space bar at the button. */
async function pressByKeys(page: Page, button: Locator): Promise<void> {
  const hasFocus = () => button.evaluate((element) => element.matches(':focus'));
  for (let tabs = 0; tabs < mostTabs && !(await hasFocus()); tabs++) await page.keyboard.press('Tab');
  await page.keyboard.down('Space');
  await frames(page);
  await page.keyboard.up('Space');
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
