/** A clinician at the clinic's page for its staff: opens a patient's order and signs it, on the page or as a PDF. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { expectPage as expect } from '../support/browser.ts';
import type { EngineLocator, EnginePage } from '../support/engine-page.ts';

const provider = {
  'Full name': 'Ada Moreau-Whitlock',
  Credentials: 'MD',
  NPI: '1730184458',
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
  NPI: '1730184458',
  'License state': 'NY',
  'License number': 'MED-204417',
  'Order date': '01/05/2026',
};

/** Signs orders in any engine. */
export class Signer {
  readonly page: EnginePage;
  readonly order: EngineLocator;

  constructor(page: EnginePage) {
    this.page = page;
    this.order = page.locator('dx-physician-order');
  }

  /** Signs in at the page for staff, as one who types the data in, and opens an order. */
  async signIn(site: string, appointmentId: string): Promise<void> {
    const { page } = this;
    await page.goto(`${site}/staff`);
    // The clinic has no data of this clinician.
    await page.getByRole('button', { name: /Jonas Whitlock/ }).click();
    // Only for who is signed in, at the address of the page before it.
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
    await page.goto(`${site}/staff?appointment=${appointmentId}`);
  }

  protected async fill(fields: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(fields))
      await this.order.getByRole('textbox', { name, exact: true }).fill(value);
  }

  protected readonly button = (name: string) => this.order.getByRole('button', { name });
  heading = (name: string | RegExp) => this.order.getByRole('heading', { name });

  fillProvider = () => this.fill(provider);

  async prepare(): Promise<void> {
    await this.button('Prepare order').click();
    await this.heading(/^Physician order/).waitFor();
  }

  /** Everything but the press on "Sign order". */
  async approve(): Promise<void> {
    await this.heading(/^Physician order/).waitFor();
    for (const box of await this.order.getByRole('checkbox').all()) await box.check();
    await this.fill({ 'Type your full name to sign': 'Ada Moreau-Whitlock' });
  }

  /** `meanwhile` runs at every screen. */
  async signOnThePage(meanwhile: (screen: string) => Promise<void> = async () => {}): Promise<void> {
    await this.heading('Order this test').waitFor();
    await meanwhile('provider');
    await this.fillProvider();
    await this.prepare();
    await meanwhile('presentation');
    await this.approve();
    await this.button('Sign order').click();
    await this.isDone();
    await meanwhile('done');
  }

  isDone = () => this.heading('Order complete').waitFor();
}

/** Signs orders in a browser that Playwright controls. */
export class Clinician extends Signer {
  declare readonly page: Page;
  declare readonly order: Locator;
  readonly #context: BrowserContext;
  readonly faults: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    super(page);
    this.#context = context;
    page.on('pageerror', (error) => this.faults.push(error.message));
  }

  static async open(browser: Browser, site: string, appointmentId: string): Promise<Clinician> {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    const clinician = new Clinician(context, page);
    await clinician.signIn(site, appointmentId);
    return clinician;
  }

  async handInPdf(buffer: Buffer): Promise<void> {
    const file = this.order.getByLabel('Signed PDF');
    await file.setInputFiles({ name: 'order.pdf', mimeType: 'application/pdf', buffer });
    await expect(this.order.getByText(/^Uploaded/)).toBeVisible();
    await this.fill(signedBy);
    await this.order.getByRole('checkbox').check();
    await this.button('Send order').click();
    await this.isDone();
  }

  leave = () => this.#context.close();
}
