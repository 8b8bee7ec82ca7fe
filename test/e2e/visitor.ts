/** A person at the clinic's site: finds things by their roles and names, as a screen reader would, and books. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { expectPage as expect, waitTimeoutMs } from '../support/browser.ts';
import { handInConsent } from './consent-document.ts';
import { type Heading, headings } from './headings.ts';

export type Test = 'DEXA' | 'CALST';
const cards: Record<Test, RegExp> = {
  DEXA: /^DEXA body composition/,
  CALST: /^Calcium Score/,
};

export class Visitor {
  readonly page: Page;
  readonly booking: Locator;
  readonly #context: BrowserContext;
  /** What went wrong in the page: errors, and violations of its Content Security Policy. */
  readonly faults: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    this.booking = page.locator('dx-booking');
    page.on('pageerror', (error) => this.faults.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        this.faults.push(message.text());
    });
  }

  /** Signs in at the clinic and opens a page with the booking. */
  static async arrive(
    browser: Browser,
    site: string,
    options: { path?: string; width?: number } = {},
  ): Promise<Visitor> {
    const visitor = await Visitor.#begin(browser, options.width);
    const { page } = visitor;
    await page.goto(`${site}/sign-in`);
    await page.getByRole('textbox', { name: 'Full name' }).fill('Maren Okonski');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.goto(site + (options.path ?? '/book'));
    await visitor.sees('place');
    return visitor;
  }

  /** Opens a page with the booking that needs no sign-in. */
  static async open(browser: Browser, url: string): Promise<Visitor> {
    const visitor = await Visitor.#begin(browser);
    await visitor.page.goto(url);
    await visitor.sees('place');
    return visitor;
  }

  static async #begin(browser: Browser, width = 1024): Promise<Visitor> {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(waitTimeoutMs);
    const visitor = new Visitor(context, page);
    await page.exposeFunction('reportViolation', (what: string) => visitor.faults.push(`policy: ${what}`));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { reportViolation } = window as unknown as { reportViolation(what: string): void };
        reportViolation(`${event.effectiveDirective} ${event.blockedURI}`);
      });
    });
    return visitor;
  }

  /** Waits for the step; an error names what is shown instead. */
  async sees(step: Heading): Promise<void> {
    const heading = this.booking.getByRole('heading', { level: 2, name: headings[step] });
    await expect(heading)
      .toBeVisible()
      .catch(async () => {
        throw new Error(`expected the step ${step}, met\n${await this.booking.ariaSnapshot()}`);
      });
  }

  button = (name: string | RegExp) => this.booking.getByRole('button', { name });
  textbox = (name: string) => this.booking.getByRole('textbox', { name, exact: true });

  async chooseTest(test: Test): Promise<void> {
    await this.button(cards[test]).click();
    await this.sees('where');
  }

  /** Chooses a clinic whose note is to be read before anything else. */
  async choosePlace(): Promise<void> {
    await this.textbox('ZIP code').fill('10002');
    await this.button('Find clinics').click();
    await this.button('Choose this clinic, 180 Harrowgate Street').click();
    await this.sees('product');
  }

  async acceptProduct(): Promise<void> {
    await this.button('Choose times').click();
    await this.sees('times');
  }

  /** The first times of an offered day. @param day counts from 0 */
  async chooseTimes(day = 1, count = 3): Promise<void> {
    await this.booking.getByRole('option').nth(day).click();
    const times = this.booking.getByRole('group').getByRole('button');
    for (let index = 0; index < count; index++) await times.nth(index).click();
  }

  async continueTo(step: Heading): Promise<void> {
    await this.button('Continue').click();
    await this.sees(step);
  }

  /** Fills in all details, also those that the page shows as known. */
  async fillDetails(): Promise<void> {
    const change = this.booking.locator('.known').getByRole('button', { name: /^Change/ });
    while ((await change.count()) > 0) await change.first().click();
    const details = {
      'First name': 'Maren',
      'Last name': 'Okonski-Wasserstrahl',
      Month: '4',
      Day: '12',
      Year: '1979',
      'E-mail': 'maren@patient.example',
      Phone: '212 555 0134',
      'Street address': '18 Harbor Street',
      City: 'New York',
      State: 'NY',
      'ZIP code': '10002',
    };
    for (const [name, value] of Object.entries(details)) await this.textbox(name).fill(value);
    await this.booking.getByRole('radio', { name: 'Female' }).check();
  }

  async fillConsent(): Promise<void> {
    await this.tickAll();
    await this.textbox('Type your full name').fill('Maren Okonski-Wasserstrahl');
  }

  async sign(next: Heading): Promise<void> {
    await this.button('Sign and continue').click();
    await this.sees(next);
  }

  async tickAll(): Promise<void> {
    for (const box of await this.booking.getByRole('checkbox').all()) await box.check();
  }

  async answerNo(): Promise<void> {
    for (const no of await this.booking.getByRole('radio', { name: 'No', exact: true }).all())
      await no.check();
  }

  async fillPrescreen(): Promise<void> {
    await this.answerNo();
    await this.tickAll();
  }

  async submitPrescreen(): Promise<void> {
    await this.button('Review your answers').click();
    await this.button('Submit health screening').click();
    await this.sees('review');
  }

  /** Over the clinic's own payment page and back. */
  async pay(): Promise<void> {
    await this.button(/^Pay \$/).click();
    await this.page.waitForURL(/\/pay\//);
    await this.page.getByRole('button', { name: /^Pay/ }).click();
    await this.page.waitForURL((url) => !url.pathname.startsWith('/pay'));
  }

  async fillQuestionnaire(): Promise<void> {
    await this.answerNo();
    await this.tickAll();
  }

  async sendQuestionnaire(): Promise<void> {
    await this.button('Review your answers').click();
    await this.button('Send answers').click();
  }

  /**
   * The whole journey; `meanwhile` runs at every step once it is filled in. With `document` the consent is handed in
   * as that PDF instead of signed here.
   */
  async book(
    test: Test,
    meanwhile: (step: Heading) => Promise<void> = async () => {},
    document: Buffer | null = null,
  ): Promise<void> {
    await meanwhile('place');
    await this.chooseTest(test);
    await meanwhile('where');
    if (await this.booking.getByRole('heading', { name: headings.place }).isVisible())
      await this.chooseTest(test);
    await this.choosePlace();
    await meanwhile('product');
    await this.acceptProduct();
    await this.chooseTimes();
    await meanwhile('times');
    await this.continueTo('identity');
    await this.bookFromIdentity(test, meanwhile, document);
  }

  /** The rest of a journey that has a place and times. */
  async bookFromIdentity(
    test: Test,
    meanwhile: (step: Heading) => Promise<void> = async () => {},
    document: Buffer | null = null,
  ): Promise<void> {
    await this.fillDetails();
    await meanwhile('identity');
    const next = test === 'CALST' ? 'prescreen' : 'review';
    if (document) {
      await this.continueTo('document');
      await handInConsent(this, document);
      await this.sees(next);
    } else {
      await this.continueTo('consent');
      await this.fillConsent();
      await meanwhile('consent');
      await this.sign(next);
    }
    if (test === 'CALST') {
      await this.fillPrescreen();
      await meanwhile('prescreen');
      await this.submitPrescreen();
    }
    await meanwhile('review');
    await this.pay();
    await this.sees('questionnaire');
    await this.fillQuestionnaire();
    await meanwhile('questionnaire');
    await this.sendQuestionnaire();
    await this.sees('sent');
    await meanwhile('sent');
  }

  /** The ticks that are never restored: nobody's permission is given by a reload. */
  async permitAgain(): Promise<void> {
    for (const name of ['attestation', 'pcp_consent']) {
      const box = this.booking.locator(`input[name="${name}"]`);
      if (await box.count()) await box.check();
    }
  }

  leave = () => this.#context.close();
}
