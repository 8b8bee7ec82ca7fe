/** Bookings in a real browser against the stack that `npm start` brings up. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../../examples/start-stack.ts';
import { envelope } from '../../server/contract/upstream-api/envelope.ts';
import { offeringSchedule } from '../../server/contract/upstream-api/offerings.ts';
import { expectPage, startBrowser } from '../support/browser.ts';
import { Sandbox } from '../support/sandbox.ts';
import { accessibilityFaults, typed } from './page-state.ts';
import { Visitor } from './visitor.ts';

const journeyMs = 90_000;
let browser: Browser;
let stack: Stack;
let dataDir: string;
let visitor: Visitor | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dx-stack-'));
  stack = await startStack({
    quiet: true,
    dataDir,
    ports: { sandbox: 0, server: 0, site: 0 },
    env: { TOKEN_LIFETIME_SECONDS: '3' },
  });
  browser = await startBrowser();
}, journeyMs);
afterEach(async () => {
  await visitor?.leave();
  visitor = undefined;
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const arrive = async (options = {}) => {
  visitor = await Visitor.arrive(browser, stack.siteUrl, options);
  return visitor;
};

describe('A customer books', () => {
  it.each(['DEXA', 'CALST'] as const)(
    '%s, and every step is accessible and keeps to the page policy',
    async (test) => {
      const customer = await arrive();
      const found: string[] = [];
      await customer.book(test, async (step) => {
        found.push(...(await accessibilityFaults(customer.page)).map((fault) => `${step}: ${fault}`));
      });
      expect(found).toEqual([]);
      expect(customer.faults).toEqual([]);
    },
    journeyMs,
  );

  it(
    'with a reload at each step, and nothing typed is lost',
    async () => {
      const customer = await arrive();
      await customer.book('CALST', async (step) => {
        const before = await typed(customer.booking);
        await customer.page.reload();
        await customer.sees(step);
        expect([step, await typed(customer.booking)]).toEqual([step, before]);
        await customer.permitAgain();
      });
      expect(customer.faults).toEqual([]);
    },
    journeyMs,
  );

  it(
    'with the token expiring at each step',
    async () => {
      const customer = await arrive();
      await customer.book('DEXA', async () => {
        await customer.page.waitForTimeout(3_200);
      });
      expect(customer.faults).toEqual([]);
    },
    journeyMs,
  );

  it(
    'although the time goes before the request: fresh times, nothing else asked again [ERR-41]',
    async () => {
      const customer = await arrive();
      const sandbox = new Sandbox(stack.sandboxUrl);
      await customer.book('DEXA', async (step) => {
        if (step !== 'questionnaire') return;
        await takeFirstChoice(sandbox);
        await customer.sendQuestionnaire();
        await customer.sees('times');
        await expectPage(customer.booking.getByText(/no longer|has gone|been taken/i).first()).toBeVisible();
        await customer.chooseTimes(2);
        await customer.button('Continue').click();
        await customer.sees('sent');
        customer.sendQuestionnaire = async () => {};
      });
      expect(customer.faults).toEqual([]);
    },
    journeyMs,
  );

  it(
    'and the page talks to its own site and the server alone, and nothing typed stands in an address or an event [ENV-15] [AUTH-12] [AUTH-13]',
    async () => {
      const customer = await arrive();
      const called: string[] = [];
      customer.page.on('request', (request) => called.push(request.url()));
      const events = await customer.heard();
      await customer.book('CALST');
      const hosts = new Set(called.map((url) => new URL(url).origin));
      expect([...hosts].sort()).toEqual([stack.siteUrl, stack.serverUrl].sort());
      const told = JSON.stringify(await events());
      expect(told).toContain('dx-sent');
      const typed = /Maren|Wasserstrahl|maren@|212 ?555|18 Harbor/;
      expect(`${called.join(' ')} ${told} ${await customer.page.title()}`).not.toMatch(typed);
      const kept = await customer.page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      );
      expect(kept).not.toMatch(typed);
      const api = called.filter((url) => url.startsWith(stack.serverUrl)).map((url) => new URL(url).pathname);
      expect(
        api.filter(
          (path) => !/^\/(token|journeys(\/[0-9a-f-]{36}(\/(answers|drafts|revisit|retry).*)?)?)$/.test(path),
        ),
      ).toEqual([]);
    },
    journeyMs,
  );

  it(
    'on a page with a second copy of Lit, under the same policy',
    async () => {
      const customer = await arrive({ path: '/second-lit' });
      await customer.book('DEXA');
      expect(customer.faults).toEqual([]);
    },
    journeyMs,
  );

  it(
    'on a narrow phone without scrolling sideways',
    async () => {
      const customer = await arrive({ width: 320 });
      const wide: string[] = [];
      await customer.book('CALST', async (step) => {
        const overflow = await customer.page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        if (overflow > 0) wide.push(`${step}: ${overflow} px`);
      });
      expect(wide).toEqual([]);
    },
    journeyMs,
  );
});

/** Somebody else takes the first time of the second day, which is what the visitor chose. */
async function takeFirstChoice(sandbox: Sandbox): Promise<void> {
  const requests = await sandbox.requests();
  const read = requests.findLast(({ method, path }) => method === 'GET' && path.endsWith('/schedule'));
  if (!read) throw new Error('no availability was read');
  const { api_key } = await sandbox.standingKey();
  const answer = await fetch(sandbox.url + read.path, { headers: { 'x-api-key': api_key } });
  const { data } = offered.parse(await answer.json());
  const first = data.schedule.available_dates[1]?.available_times[0]?.available_time ?? '';
  await sandbox.takeSlot(data.schedule.offering_id, first);
}
const offered = envelope.extend({ data: offeringSchedule });
