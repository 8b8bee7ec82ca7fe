/** A clinician at the clinic's page for its staff: opens a patient's order and signs it, on the page or as a PDF. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { expectPage as expect, waitTimeoutMs } from '../support/browser.ts';

const provider = {
  'Full name': 'Ada Moreau-Whitlock',
  Credentials: 'MD',
  NPI: '1730184456',
  'License state': 'NY',
  'License number': 'MED-204417',
  'Ordering practice or entity': 'Harbor Street Clinic',
  'Type of contact': 'office',
  'Street address': '18 Harbor Street',
  City: 'New York',
  State: 'NY',
  'ZIP code': '10002',
  Phone: '2125550142',
};
const signedBy = {
  'Physician’s full name': 'Ada Moreau-Whitlock',
  NPI: '1730184456',
  'License state': 'NY',
  'License number': 'MED-204417',
  'Order date': '01/05/2026',
};

export class Clinician {
  readonly page: Page;
  readonly order: Locator;
  readonly #context: BrowserContext;
  readonly faults: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    this.order = page.locator('dx-physician-order');
    page.on('pageerror', (error) => this.faults.push(error.message));
  }

  static async open(browser: Browser, site: string, appointmentId: string): Promise<Clinician> {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(waitTimeoutMs);
    await page.goto(`${site}/staff`);
    await page.getByRole('button', { name: /Ada Moreau/ }).click();
    await page.getByLabel('Appointment number').fill(appointmentId);
    await page.getByRole('button', { name: 'Open the order' }).click();
    return new Clinician(context, page);
  }

  async #fill(fields: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(fields))
      await this.order.getByRole('textbox', { name, exact: true }).fill(value);
  }

  readonly #button = (name: string) => this.order.getByRole('button', { name });

  fillProvider = () => this.#fill(provider);

  async prepare(): Promise<void> {
    await this.#button('Prepare order').click();
    await expect(this.order.getByRole('heading', { name: /^Physician order/ })).toBeVisible();
  }

  /** Everything but the press on "Sign order". */
  async approve(): Promise<void> {
    await expect(this.order.getByRole('heading', { name: /^Physician order/ })).toBeVisible();
    for (const box of await this.order.getByRole('checkbox').all()) await box.check();
    await this.#fill({ 'Type your full name to sign': 'Ada Moreau-Whitlock' });
  }

  async signOnThePage(): Promise<void> {
    await expect(this.order.getByRole('heading', { name: 'Order this test' })).toBeVisible();
    await this.fillProvider();
    await this.prepare();
    await this.approve();
    await this.#button('Sign order').click();
    await this.isDone();
  }

  async handInPdf(buffer: Buffer): Promise<void> {
    const file = this.order.getByLabel('Signed PDF');
    await file.setInputFiles({ name: 'order.pdf', mimeType: 'application/pdf', buffer });
    await expect(this.order.getByText(/^Uploaded/)).toBeVisible();
    await this.#fill(signedBy);
    await this.order.getByRole('checkbox').check();
    await this.#button('Send order').click();
    await this.isDone();
  }

  isDone = () =>
    expect(this.order.getByRole('heading', { name: 'Order complete' })).toBeVisible({
      timeout: 20_000,
    });

  leave = () => this.#context.close();
}
