/** The engines that a journey runs in, and where each comes from. */
import { type Browser, webkit } from 'playwright';
import { findChromium, findFirefox, findWebKit } from '../../examples/setup.mjs';
import { shareBrowser, waitTimeoutMs } from './browser.ts';
import type { EnginePage } from './engine-page.ts';
import { startFirefox } from './firefox.ts';
import { WebDriverPage } from './webdriver-page.ts';
import { startWebKitDriver } from './webkit.ts';

/** A page of a browser without data of earlier visits. */
export interface EngineVisit {
  page: EnginePage;
  /** Errors of the page, and violations of its Content Security Policy. */
  faults(): Promise<string[]>;
  /** Ends the visit and forgets its cookies. */
  end(): Promise<void>;
}

/** A browser of an engine. */
export interface RunningEngine {
  /** Opens an empty page. At any time there is at most one visit. */
  visit(initScript?: () => void): Promise<EngineVisit>;
  stop(): Promise<void>;
}

/** An engine that the machine has or lacks. */
export interface Engine {
  name: 'Chromium' | 'Firefox' | 'WebKit';
  /** What the machine lacks, and how to get it; null if it has the engine. */
  missing: string | null;
  /** @throws Error if the machine does not have the engine */
  start(): Promise<RunningEngine>;
}

/** The three engines, present or not. */
export async function listEngines(): Promise<Engine[]> {
  return [
    {
      name: 'Chromium',
      missing: (await findChromium()) ? null : 'no Chromium (npx playwright install chromium)',
      start: async () => playwrightEngine(await shareBrowser()),
    },
    {
      name: 'Firefox',
      missing: (await findFirefox()) ? null : 'no Firefox (npx playwright install firefox)',
      start: async () => playwrightEngine(await startFirefox()),
    },
    {
      name: 'WebKit',
      missing: (await findWebKit()) ? null : 'no WebKit (npx playwright install webkit)',
      start: startWebKit,
    },
  ];
}

function playwrightEngine(browser: Browser): RunningEngine {
  return {
    async visit(initScript) {
      const context = await browser.newContext({
        viewport: { width: 1024, height: 900 },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      page.setDefaultTimeout(waitTimeoutMs);
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
          faults.push(message.text());
      });
      if (initScript) await page.addInitScript(initScript);
      return { page, faults: async () => faults, end: () => context.close() };
    },
    stop: () => browser.close(),
  };
}

async function startWebKit(): Promise<RunningEngine> {
  const found = await findWebKit();
  if (!found) throw new Error('no WebKit');
  if ('executablePath' in found) return playwrightEngine(await webkit.launch(found));
  const driver = await startWebKitDriver(found);
  return {
    async visit() {
      const session = await driver.session();
      const page = await WebDriverPage.open(session);
      return {
        page,
        faults: page.faults,
        end: async () => {
          await session.close();
        },
      };
    },
    stop: driver.stop,
  };
}
