/** One user per `<dx-handoff>` over the real server: another member, a sign-out, and an idle page. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { asked } from '../support/co-branded-server.ts';
import { handoffOfFile } from './handoff-page.ts';
import { UserChange } from './user-change.ts';

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

it('hides and drops the frame for another member, and clears it without a request when nobody is signed in', async () => {
  const page = await framed('first');
  const change = new UserChange(page, 'dx-handoff');
  const passed = await change.passTo('user-second', 'iframe');
  // The order is the first member's, so that the second is refused.
  await expectPage(page.locator('dx-handoff').getByRole('heading').first()).toBeVisible();
  expect([passed.seen, passed.announced.includes('Check your times'), passed.goneAfterMs < 100]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await change.sent()).toEqual(['user-second']);
  await page.close();

  const again = await framed('third');
  const watch = new UserChange(again, 'dx-handoff');
  const cleared = await watch.passTo(null, 'iframe');
  await expectPage(again.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  await again.clock.runFor(10_000);
  expect([cleared.seen, cleared.goneAfterMs < 100, await watch.sent()]).toEqual([false, true, []]);
  await again.close();
});

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
