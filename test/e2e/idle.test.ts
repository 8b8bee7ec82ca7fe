/** A page of `<dx-handoff>` that nobody uses, over the real server. */
import type { Page } from 'playwright';
import { it } from 'vitest';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { asked } from '../support/co-branded-server.ts';
import { handoffOfFile } from './handoff-page.ts';

const { site, service } = await handoffOfFile();
const browser = await browserOfFile();

/** The page of a member who looks at the hosted page in the frame. */
async function framed(member: string): Promise<Page> {
  const page = await browser.newPage();
  await page.clock.install();
  const handoff = asked(await service.ordered(member));
  const embedding = {
    server: service.url,
    subjectToken: `user-${member}`,
    handoff,
    frameSource: service.frameOrigin,
  };
  site.embed(embedding);
  await page.goto(site.url);
  const frame = page.frameLocator('dx-handoff iframe');
  await expectPage(frame.getByRole('heading', { name: 'Check your times' })).toBeVisible();
  return page;
}

it('keeps the session of an active person, warns an idle one, and continues at one key press', async () => {
  const page = await framed('fourth');
  const handoff = page.locator('dx-handoff');
  const warning = handoff.getByRole('alertdialog', { name: 'Are you still there?' });
  const frame = page.frameLocator('dx-handoff iframe').getByRole('heading').first();
  await handoff.evaluate((element) => element.setAttribute('idle-timeout', '80'));
  for (let moves = 0; moves < 5; moves++) {
    await page.mouse.move(10 + moves * 5, 20);
    await page.clock.runFor(10_000);
  }
  await expectPage(warning).toHaveCount(0);
  await page.clock.runFor(30_000);
  await expectPage(warning).toBeVisible();
  await page.mouse.move(300, 300);
  await expectPage(warning).toBeVisible();
  await page.keyboard.press('Enter');
  await expectPage(warning).toHaveCount(0);
  await expectPage(frame).toBeVisible();
  await page.clock.runFor(40_000);
  await expectPage(warning).toBeVisible();
  await page.keyboard.press('Escape');
  await expectPage(warning).toHaveCount(0);
  await page.clock.runFor(80_000);
  await expectPage(handoff.getByText('We signed you out because you weren’t using this page.')).toBeVisible();
  await handoff.evaluate((element) => element.setAttribute('idle-timeout', '0'));
  await handoff.getByRole('button', { name: 'Continue' }).click();
  await expectPage(frame).toBeVisible();
  await page.close();
});

it('signs out after the time if the file that watches the input does not load', async () => {
  const page = await framed('fifth');
  const handoff = page.locator('dx-handoff');
  await page.route(/\/idle-watch-/, (route) => route.abort());
  await handoff.evaluate((element) => element.setAttribute('idle-timeout', '1'));
  await expectPage(handoff.getByText('We signed you out because you weren’t using this page.')).toBeVisible();
  await page.close();
});
