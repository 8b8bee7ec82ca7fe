/** The browser's Back and Forward go one step, on a plain page and where a router draws the page again at each `popstate`. */
import { describe, expect, it } from 'vitest';
import { Booker } from '../e2e/booker.ts';
import type { Heading } from '../e2e/headings.ts';
import { expectPage } from '../support/browser.ts';
import { type Host, hostHarnessOfFile, type Opened, type Parts } from './host-harness.ts';

const harness = await hostHarnessOfFile();

/** A page that draws itself by a script. @param redraw the statement that a `popstate` runs */
const routed = (name: string, redraw: string): Host => ({
  name,
  from: 'place',
  page: ({ server, token }: Parts) => `<main></main><script>
    const tokens = ${JSON.stringify(Array.from({ length: 40 }, token))};
    function draw() {
      const booking = document.createElement('dx-booking');
      booking.setAttribute('server', '${server}');
      booking.setAttribute('subject-token', tokens.shift());
      document.querySelector('main').replaceChildren(booking);
    }
    draw();
    addEventListener('popstate', () => { ${redraw} });
  </script>`,
});

const hosts: Host[] = [
  { name: 'history plain', from: 'place', page: ({ tag }) => tag },
  routed('history router', 'draw()'),
  routed('history late router', 'requestAnimationFrame(draw)'),
];

interface Entry {
  step: string;
  at: number;
}
/** What the entry of the page's history says of the only booking. */
const entryOf = (page: Opened['page']) =>
  page.evaluate(() => Object.values<Entry>(history.state?.dxBooking ?? {})[0]);

describe.each(hosts)('on the host $name', (host) => {
  let opened: Opened;
  let booker: Booker;

  /** Opens the page from another one, and goes on to the customer's details. */
  async function openDetails(): Promise<void> {
    opened = await harness.open(host);
    const { page } = opened;
    const address = page.url();
    await page.goto(`${harness.server.url}/health/live`);
    await page.goto(address);
    booker = new Booker(page);
    await booker.sees('place');
    await booker.chooseTest('DEXA');
    await booker.choosePlace();
    await booker.acceptProduct();
    await booker.chooseTimes(1, 2);
    await booker.continueTo('identity');
  }

  /** Moves as the browser's button does, and waits until the booking rests at the step. */
  async function moves(way: 'back' | 'forward', to: Heading): Promise<void> {
    const { page } = opened;
    await page.evaluate((name) => history[name](), way);
    await expectPage
      .poll(async () => {
        const seen = await page.locator('dx-booking').getByRole('heading', { level: 2 }).allInnerTexts();
        const isBusy = (await booker.booking.locator('[aria-busy=true]').count()) > 0;
        const at = (await entryOf(page))?.step;
        return [seen.at(-1) ?? '', isBusy, at];
      }, `the step ${to}`)
      .toEqual([expect.stringMatching(booker.headings[to]), false, to === 'where' ? 'place' : to]);
  }

  it('goes back and forward one step, and Forward never goes back', async () => {
    await openDetails();
    const { page } = opened;
    await moves('back', 'times');
    const entry = async () => (await entryOf(page))?.at;
    const at = await entry();
    // The details are not filled in: Forward returns to the entry of the times.
    await moves('forward', 'times');
    await expectPage.poll(entry).toBe(at);
    await moves('back', 'product');
    await moves('forward', 'times');
    await booker.continueTo('identity');
    await booker.fillDetails();
    await booker.continueTo('consent');
    for (const step of ['identity', 'times', 'product', 'where'] as const) await moves('back', step);
    for (const step of ['product', 'times', 'identity'] as const) await moves('forward', step);
    await moves('forward', 'identity');
    expect(opened.console).toEqual([]);
    await opened.close();
  });

  it('leaves the booking with one Back at its first step, also after the button back in it', async () => {
    const { page } = opened;
    await page.close();
    opened = await harness.open({ ...host, name: `${host.name} left` });
    const address = opened.page.url();
    await opened.page.goto(`${harness.server.url}/health/live`);
    await opened.page.goto(address);
    booker = new Booker(opened.page);
    await booker.sees('place');
    await booker.chooseTest('DEXA');
    await booker.choosePlace();
    await booker.acceptProduct();
    await booker.button(/^Back to/).click();
    await booker.opens('product');
    await moves('back', 'where');
    await opened.page.goBack();
    expect(opened.page.url()).toMatch(/health\/live$/);
    await opened.close();
  });
});
