/** Members of the gym schedule in a real browser against what `npm start` brings up, in both modes. */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CoBranded, startCoBranded } from '../../examples/start-co-branded.ts';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { Sandbox } from '../support/sandbox.ts';
import { Member } from './member.ts';
import { stackOfFile } from './stack.ts';

/** How often a page asks whether the location has confirmed. */
const pollMs = 15_000;
const stack = stackOfFile();
let gym: CoBranded;
const browser = await browserOfFile();
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeEach(async () => {
  faults = [];
  context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
  await page.clock.install();
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
});
afterEach(() => context.close());

/** The location confirms the newest request, as the sandbox plays it. */
async function locationConfirms(appointmentId: string): Promise<void> {
  await new Sandbox(stack.sandboxUrl).transition(appointmentId, { to: 'confirmed' });
}
/** How many events a server has taken so far. */
async function delivered(): Promise<number> {
  const deliveries = await new Sandbox(stack.sandboxUrl).deliveries();
  return deliveries.filter(({ outcome, status }) => outcome === 'delivered' && status === 204).length;
}
const completed = () =>
  page.evaluate(
    () =>
      new Promise<string>((done) =>
        addEventListener('dx-handoff-complete', (event) =>
          done((event as CustomEvent<{ appointment_id: string }>).detail.appointment_id),
        ),
      ),
  );

describe.each([
  ['with the service telling its events', true],
  ['with its events off, by reading alone', false],
])('A member of the gym schedules, %s,', (_name, webhooks) => {
  beforeAll(async () => {
    gym = await startCoBranded(stack, { site: 0, server: 0 }, {}, webhooks);
  });
  afterAll(() => gym.stop());

  it('in a frame, and sees the confirmation without further action', async () => {
    const before = await delivered();
    const member = new Member(page);
    await member.order(gym.siteUrl, 0);
    const link = page.getByRole('link', { name: 'Use the full page instead' });
    const placed = await link.boundingBox();
    const confirm = member.confirmIn(member.frame);
    await confirm.waitFor();
    expect(await link.boundingBox()).toEqual(placed);
    expect(await accessibilityFaults(page)).toEqual([]);
    const appointmentId = completed();
    await expectPage(page.getByText('Your scan is paid for.')).toBeVisible();
    await confirm.click();
    await member.title('Request sent').waitFor();
    await expectPage(page.getByText('Your scan is paid for.')).toBeHidden();
    await expectPage(link).toBeHidden();
    await locationConfirms(await appointmentId);
    await page.clock.runFor(pollMs);
    await member.title('Your appointment is confirmed').waitFor();
    expect((await delivered()) > before).toBe(webhooks);
    expect(faults).toEqual([]);
  });

  it('on the hosted page, and returns from it by its link', async () => {
    const member = new Member(page);
    await member.order(gym.siteUrl, 1);
    await member.scheduleOnTheHostedPage(gym.siteUrl);
    expect(faults).toEqual([]);
  });
});
