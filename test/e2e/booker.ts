/** A person at the clinic's site: finds things by their roles and names, as a screen reader would, and books. */
import { typedDetails } from '../support/booking.ts';
import { expectPage } from '../support/browser.ts';
import type { EngineLocator, EnginePage } from '../support/engine-page.ts';
import { type Heading, headings } from './headings.ts';

export type Test = 'DEXA' | 'CALST';
const cards: Record<Test, RegExp> = {
  DEXA: /^DEXA body composition/,
  CALST: /^Calcium Score/,
};

/** Books in any engine. */
export class Booker {
  readonly page: EnginePage;
  readonly booking: EngineLocator;
  /** The headings in the language of the page. */
  headings: Record<Heading, string | RegExp> = headings;
  /** Whether the site treats every booking as paid, without a page of its own. */
  isPaidAtOnce = false;

  constructor(page: EnginePage) {
    this.page = page;
    this.booking = page.locator('dx-booking');
  }

  /** Signs in at the clinic and opens a page with the booking. */
  async signIn(site: string, path = '/book'): Promise<void> {
    const { page } = this;
    await page.goto(`${site}/sign-in`);
    await page.getByRole('textbox', { name: 'Full name' }).fill('Maren Okonski');
    await page.getByRole('button', { name: 'Continue' }).click();
    // Not every engine waits for the page that a click opens.
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    await page.goto(site + path);
    await this.sees('place');
  }

  /** Waits for the step; an error names what is shown instead. */
  async sees(step: Heading): Promise<void> {
    await this.#heading(step)
      .waitFor()
      .catch(async () => {
        throw new Error(`expected the step ${step}, met\n${await this.booking.ariaSnapshot()}`);
      });
  }

  /** Waits for the step that a press opens: its heading has the focus and is in view. */
  async opens(step: Heading): Promise<void> {
    await this.sees(step);
    const open = () =>
      this.#heading(step).evaluate((heading) => {
        const { top, bottom } = heading.getBoundingClientRect();
        return {
          isFocused: (heading.getRootNode() as ShadowRoot).activeElement === heading,
          isInView: top >= 0 && bottom <= innerHeight,
        };
      });
    await expectPage.poll(open, `the heading of ${step}`).toEqual({ isFocused: true, isInView: true });
  }

  readonly #heading = (step: Heading) =>
    this.booking.getByRole('heading', { level: 2, name: this.headings[step] });
  readonly button = (name: string | RegExp) => this.booking.getByRole('button', { name });
  readonly textbox = (name: string) => this.booking.getByRole('textbox', { name, exact: true });

  async chooseTest(test: Test): Promise<void> {
    await this.button(cards[test]).click();
    await this.opens('where');
  }

  /** Chooses a clinic whose note is to be read before anything else. */
  async choosePlace(): Promise<void> {
    await this.textbox('ZIP code').fill('10002');
    await this.button('Find testing centers').click();
    await this.button('Choose this testing center, 180 Harrowgate Street').click();
    await this.opens('product');
  }

  async acceptProduct(): Promise<void> {
    await this.button('Choose times').click();
    await this.opens('times');
  }

  /** The first times of an offered day. @param day counts from 0 */
  async chooseTimes(day = 1, count = 3): Promise<void> {
    await this.booking.getByRole('option').nth(day).click();
    const times = this.booking.getByRole('group').getByRole('button');
    for (let index = 0; index < count; index++) await times.nth(index).click();
  }

  async continueTo(step: Heading): Promise<void> {
    await this.button('Continue').click();
    await this.opens(step);
  }

  /** Opens the details that the page shows as known. */
  async openKnown(): Promise<void> {
    const change = this.booking.locator('.known').getByRole('button', { name: /^Change/ });
    while ((await change.count()) > 0) await change.first().click();
  }

  /** Fills in all details, also those that the page shows as known. */
  async fillDetails(): Promise<void> {
    await this.openKnown();
    const details = { ...typedDetails, 'Last name': 'Okonski-Wasserstrahl' };
    for (const [name, value] of Object.entries(details)) await this.textbox(name).fill(value);
    await this.booking.getByRole('radio', { name: 'Female' }).check();
  }

  async fillConsent(): Promise<void> {
    await this.tickAll();
    await this.textbox('Type your full name').fill('Maren Okonski-Wasserstrahl');
  }

  async sign(next: Heading): Promise<void> {
    await this.button('Sign and continue').click();
    await this.opens(next);
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
    await this.opens('review');
  }

  /** Over the clinic's own payment page and back, if it has one. */
  async pay(): Promise<void> {
    await this.button(/^Pay \$/).click();
    if (this.isPaidAtOnce) return;
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
   * The whole journey; `meanwhile` runs at every step once it is filled in. With `handInConsent` the consent is handed in as a
   * document instead of signed here.
   */
  async book(
    test: Test,
    meanwhile: (step: Heading) => Promise<void> = async () => {},
    handInConsent: (() => Promise<void>) | null = null,
  ): Promise<void> {
    await meanwhile('place');
    await this.chooseTest(test);
    await meanwhile('where');
    // A reload shows the tests again.
    if (!(await this.booking.getByRole('heading', { name: headings.where }).isVisible()))
      await this.chooseTest(test);
    await this.choosePlace();
    await meanwhile('product');
    await this.acceptProduct();
    await this.chooseTimes();
    await meanwhile('times');
    await this.continueTo('identity');
    await this.bookFromIdentity(test, meanwhile, handInConsent);
  }

  /** The rest of a journey that has a place and times. */
  async bookFromIdentity(
    test: Test,
    meanwhile: (step: Heading) => Promise<void> = async () => {},
    handInConsent: (() => Promise<void>) | null = null,
  ): Promise<void> {
    await this.fillDetails();
    await meanwhile('identity');
    await this.continueTo(handInConsent ? 'document' : 'consent');
    await this.bookFromConsent(test, meanwhile, handInConsent);
  }

  /** The rest of a journey that knows the customer. */
  async bookFromConsent(
    test: Test,
    meanwhile: (step: Heading) => Promise<void> = async () => {},
    handInConsent: (() => Promise<void>) | null = null,
  ): Promise<void> {
    const next = test === 'CALST' ? 'prescreen' : 'review';
    if (handInConsent) {
      await handInConsent();
      await this.opens(next);
    } else {
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
    await this.opens('sent');
    await meanwhile('sent');
  }

  /** The ticks that are never restored: nobody's permission is given by a reload. */
  async permitAgain(): Promise<void> {
    for (const name of ['attestation', 'pcp_consent']) {
      const box = this.booking.locator(`input[name="${name}"]`);
      if (await box.count()) await box.check();
    }
  }
}
