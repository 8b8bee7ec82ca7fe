/** A booking by keyboard: Tab reaches everything, the focus shows, and the expected keys work. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../../examples/start-stack.ts';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { shareBrowser } from '../support/browser.ts';
import { foreignTexts } from './in-language.ts';
import { bookByKeyboard } from './keyboard-journey.ts';
import { Visitor } from './visitor.ts';

const journeyMs = 120_000;
/** Shorter than most steps take by keyboard: the widget needs a new token again and again. */
const tokenLifetimeMs = 1_000;
let browser: Browser;
let stack: Stack;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dx-keyboard-'));
  const env = { TOKEN_LIFETIME_SECONDS: String(tokenLifetimeMs / 1_000) };
  stack = await startStack({ quiet: true, dataDir, ports: { sandbox: 0, server: 0, site: 0 }, env });
  browser = await shareBrowser();
}, journeyMs);
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

// In a language of each direction. The order of the focus in English is that in Spanish.
it.each(['es', 'ar'])(
  'a customer books CALST, which has every step, by keyboard only while tokens expire, on a page in the language %s: each step is accessible, and in that language except for copy of the service',
  async (language) => {
    const visitor = await Visitor.arrive(browser, stack.siteUrl, { language });
    const found: string[] = [];
    await bookByKeyboard(visitor, async (step) => {
      const faults = [
        ...(await accessibilityFaults(visitor.page)),
        ...(await foreignTexts(visitor.page, language)),
      ];
      for (const fault of faults) found.push(`${step}: ${fault}`);
      if (['consent', 'review', 'questionnaire'].includes(step))
        await visitor.page.waitForTimeout(tokenLifetimeMs);
    });
    expect(found).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.leave();
  },
  journeyMs,
);
