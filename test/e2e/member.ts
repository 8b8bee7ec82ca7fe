/** A member of the gym, which schedules on the service's hosted page. */
import type { EngineFinder, EngineLocator, EnginePage } from '../support/engine-page.ts';

export class Member {
  readonly page: EnginePage;
  /** The hosted page in its frame. */
  readonly frame: EngineFinder;

  constructor(page: EnginePage) {
    this.page = page;
    this.frame = this.handoff().frameLocator('iframe');
  }

  handoff = () => this.page.locator('dx-handoff');
  title = (name: string): EngineLocator => this.handoff().getByRole('heading', { level: 2, name });
  confirmIn = (finder: EngineFinder) => finder.getByRole('button', { name: 'Confirm these times' });

  /** Signs in as one of the members, pays for a scan, and opens its scheduling page. */
  async order(site: string, member: number): Promise<void> {
    const { page } = this;
    await page.goto(`${site}/sign-in?next=/scan`);
    await page
      .getByRole('button', { name: /Member since/ })
      .nth(member)
      .click();
    const signature = page.getByRole('textbox', { name: 'Type your name to sign' });
    await signature.waitFor();
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await signature.fill((await signature.getAttribute('placeholder')) ?? '');
    for (const [at, choice] of (await page.getByRole('combobox').all()).entries())
      await choice.selectOption({ index: at + 1 });
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(/\/schedule/);
  }

  /** Goes to the hosted page, sends the request there, and follows its link back. */
  async scheduleOnTheHostedPage(site: string): Promise<void> {
    const { page } = this;
    await page.getByRole('link', { name: 'Use the full page instead' }).click();
    await this.handoff().getByRole('link', { name: 'Continue to scheduling' }).click();
    await this.confirmIn(page).click();
    await page.getByRole('link', { name: /^Return to where/ }).click();
    await page.waitForURL((url) => url.href.startsWith(site));
    await page.goto(`${site}/schedule`);
    await this.title('Request sent').waitFor();
  }
}
