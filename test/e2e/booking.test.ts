/** Bookings in a real browser against the stack that `npm start` brings up. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { expect as expectPage } from 'playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../../examples/start-stack.ts';
import { Sandbox } from '../journey/sandbox.ts';
import { startBrowser } from './browser.ts';
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
        await sandbox.fault('POST', '/v1/appointments/*/schedule', slotUnavailable);
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

const slotUnavailable = {
  kind: 'status',
  status: 409,
  body: {
    code: 409,
    data: null,
    error: {
      details: { code: 'SLOT_UNAVAILABLE' },
      message: 'The slot is not available.',
      path: '/v1/appointments',
      request_id: 'req_slot',
      timestamp: '2026-01-01T00:00:00.000Z',
    },
  },
};
