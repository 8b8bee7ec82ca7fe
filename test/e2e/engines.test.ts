/** Both flows, appointments and a clinician's order in Chromium, Firefox and WebKit, by one script, with axe at each step. */
import { type Browser, webkit } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CoBranded, startCoBranded } from '../../examples/start-co-branded.ts';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { shareBrowser, waitLong } from '../support/browser.ts';
import type { EnginePage } from '../support/engine-page.ts';
import { findChromium, findFirefox, findWebKit } from '../support/find-browsers.mjs';
import { startFirefox } from '../support/firefox.ts';
import { notRun } from '../support/not-run.ts';
import { Sandbox } from '../support/sandbox.ts';
import { DriverSilent } from '../support/webdriver.ts';
import { WebDriverPage } from '../support/webdriver-page.ts';
import { startWebKitDriver } from '../support/webkit.ts';
import { Booker } from './booker.ts';
import { Signer } from './clinician.ts';
import { Member } from './member.ts';
import { stackOfFile } from './stack.ts';

/** A page of a browser without data of earlier visits. */
interface EngineVisit {
  page: EnginePage;
  /** Errors of the page, and violations of its Content Security Policy. */
  faults(): Promise<string[]>;
  /** Ends the visit and forgets its cookies. */
  end(): Promise<void>;
}

/** A browser of an engine. */
interface RunningEngine {
  /** Opens an empty page. At any time there is at most one visit. */
  visit(initScript?: () => void): Promise<EngineVisit>;
  stop(): Promise<void>;
}

/** An engine that the machine has or lacks. */
interface Engine {
  name: 'Chromium' | 'Firefox' | 'WebKit';
  /** What the machine lacks, and how to get it; null if it has the engine. */
  missing: string | null;
  /** @throws Error if the machine does not have the engine */
  start(): Promise<RunningEngine>;
}

/** The three engines, present or not. */
async function listEngines(): Promise<Engine[]> {
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
  if ('executablePath' in found) return playwrightEngine(waitLong(await webkit.launch(found)));
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

/** Safari's rule for clicks, as an init script for another browser. */

/**
 * Lets a click on a button, a link or a check box focus its nearest focusable ancestor, or nothing, as in Safari on macOS. Other
 * builds of WebKit focus the control itself. Clicks arrive as before; a range cannot be dragged.
 */
function clickAsInSafari(): void {
  const controls =
    'button, a[href], summary, input:is([type=button], [type=submit], [type=reset], [type=image], [type=checkbox], [type=radio], [type=file], [type=range], [type=color])';
  const isPassedOver = (target: EventTarget | null | undefined) =>
    target instanceof HTMLElement && !target.hasAttribute('tabindex') && target.matches(controls);
  const takesFocus = (target: EventTarget): target is HTMLElement =>
    target instanceof HTMLElement &&
    !isPassedOver(target) &&
    !target.matches(':disabled') &&
    (target.hasAttribute('tabindex') ||
      target.isContentEditable ||
      target.matches('input, select, textarea'));
  const focused = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element instanceof HTMLElement ? element : null;
  };

  let ancestor: HTMLElement | undefined;
  let isByLabel = false;
  const focusAncestor = () => (ancestor ? ancestor.focus({ preventScroll: true }) : focused()?.blur());
  addEventListener(
    'mousedown',
    (event) => {
      const path = event.composedPath();
      const control = path.findIndex((target) => isPassedOver(target) || takesFocus(target));
      const label = path.findIndex(
        (target) => target instanceof HTMLLabelElement && isPassedOver(target.control),
      );
      ancestor = path.find(takesFocus);
      isByLabel = label >= 0 && (control < 0 || label < control);
      if (control < 0 || !isPassedOver(path[control])) return;
      event.preventDefault();
      focusAncestor();
    },
    true,
  );
  // A click on a label clicks its control, which the browser then focuses.
  addEventListener(
    'focusin',
    (event) => isByLabel && isPassedOver(event.composedPath()[0]) && focusAncestor(),
    true,
  );
  addEventListener('click', () => setTimeout(() => (isByLabel = false)), true);
}

const stack = stackOfFile({ env: { STRUCTURED_PHYSICIAN_ENABLED: 'true' } });
let gym: CoBranded;
let sandbox: Sandbox;

beforeAll(async () => {
  gym = await startCoBranded(stack, { site: 0, server: 0 });
  sandbox = new Sandbox(stack.sandboxUrl);
  const { prefix } = await sandbox.permanentKey();
  await sandbox.changeKey(prefix, { physician_order_mode: 'structured_api' });
  await sandbox.settings({ physician_artifact_seconds: 1 });
});
afterAll(async () => {
  await gym?.stop();
});

/** The rules of axe that read colors, boxes and visibility. The others read the DOM, which is the same in each engine. */
const renderedRules = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'aria-hidden-focus',
];

/** Collects the faults of a visit, screen by screen. */
class Watch {
  readonly found: string[] = [];
  readonly #visit: EngineVisit;
  readonly #rules: string[] | null;
  constructor(visit: EngineVisit, rules: string[] | null) {
    this.#visit = visit;
    this.#rules = rules;
  }
  look = async (screen: string): Promise<void> => {
    const { page, faults } = this.#visit;
    for (const fault of [...(await accessibilityFaults(page, this.#rules)), ...(await faults())])
      this.found.push(`${screen}: ${fault}`);
  };
}

/** Runs in the page: records the element's events and the files that it offers. */
function record(): void {
  const recorded = { events: [] as object[], files: [] as Blob[] };
  for (const type of ['dx-sent', 'dx-handoff-complete'])
    addEventListener(type, (event) => recorded.events.push({ type, ...(event as CustomEvent).detail }));
  const { createObjectURL } = URL;
  URL.createObjectURL = (file) => {
    recorded.files.push(file as Blob);
    return createObjectURL(file);
  };
  Object.assign(window, { recorded });
}
interface Recorded {
  events: { type: string; appointment_id: string }[];
  files: Blob[];
}
type Recording = Window & { recorded: Recorded };

const eventsOf = (visit: EngineVisit) =>
  visit.page.evaluate(() => (window as unknown as Recording).recorded.events);
/** The text of the file that the page offered last. */
const fileOf = (visit: EngineVisit) =>
  visit.page.evaluate(async () => {
    const { files } = (window as unknown as Recording).recorded;
    return (await files.at(-1)?.text()) ?? '';
  });

const engines = await listEngines();

describe.each(engines)('In $name', ({ name, missing, start }: Engine) => {
  let engine: RunningEngine;
  let visit: EngineVisit;
  let watch: Watch;
  beforeAll(async () => {
    if (missing === null) engine = await start();
  });
  afterAll(() => engine?.stop());

  /** Visits, once more with another driver if the driver of WebKitGTK stops answering, which it does now and then. */
  async function visited(story: () => Promise<void>): Promise<void> {
    await visitedOnce(story).catch(async (error) => {
      if (!(error instanceof DriverSilent)) throw error;
      console.warn(`${name} begins again: ${error.message}`);
      await engine.stop();
      engine = await start();
      await visitedOnce(story);
    });
  }

  async function visitedOnce(story: () => Promise<void>): Promise<void> {
    visit = await engine.visit(name === 'Chromium' ? clickAsInSafari : undefined);
    watch = new Watch(visit, name === 'Chromium' ? null : renderedRules);
    try {
      await story();
      expect(watch.found).toEqual([]);
    } finally {
      await visit.end();
    }
  }

  it('a customer books DEXA, a clinician signs the order, and the customer moves the appointment and reads the results', async (context) => {
    if (missing !== null) notRun(context, missing);
    await visited(async () => {
      const id = await book();
      const clinician = new Signer(visit.page);
      await clinician.signIn(stack.siteUrl, id);
      await clinician.signOnThePage(watch.look);
      await moveAndRead(id);
    });
  });

  /** @returns the appointment's id */
  async function book(): Promise<string> {
    const booker = new Booker(visit.page);
    await booker.signIn(stack.siteUrl);
    await booker.book('DEXA', async (step) => {
      await watch.look(step);
      if (step === 'questionnaire') await visit.page.evaluate(record);
    });
    const [{ appointment_id: id } = { appointment_id: '' }] = await eventsOf(visit);
    await sandbox.transition(id, { to: 'confirmed' });
    await booker.booking.getByRole('heading', { name: 'Your appointment is confirmed' }).waitFor();
    await watch.look('confirmed');
    await booker.button('Add to calendar').click();
    await expect.poll(() => fileOf(visit)).toContain(`UID:${id}@`);
    return id;
  }

  async function moveAndRead(id: string): Promise<void> {
    const { page } = visit;
    await page.goto(`${stack.siteUrl}/appointments`);
    await page.evaluate(record);
    const appointments = page.locator('dx-appointments');
    const button = (label: string) => appointments.getByRole('button', { name: label });
    await button('Change time').click();
    await appointments.getByRole('heading', { name: 'Choose a new time' }).waitFor();
    await watch.look('calendar');
    await appointments.getByRole('option').nth(3).click();
    await appointments.getByRole('group').getByRole('button').first().click();
    await button('Request new time').click();
    await appointments.getByText('Waiting for the testing center to confirm', { exact: true }).waitFor();
    await watch.look('requested');
    for (const to of ['confirmed', 'form_available', 'results_in_progress', 'results_ready'])
      await sandbox.transition(id, { to });
    await page.reload();
    await page.evaluate(record);
    await button('Signed form (PDF)').click();
    await expect.poll(() => fileOf(visit)).toMatch(/^%PDF-/);
    await button('See results').click();
    await appointments.getByRole('heading', { name: 'DEXA body composition results' }).waitFor();
    await appointments.getByText('Show as a table', { exact: true }).click();
    expect(await appointments.getByRole('row').count()).toBeGreaterThan(2);
    await watch.look('results');
    await button('Download for a spreadsheet (CSV)').click();
    await expect.poll(() => fileOf(visit)).toContain('"Section","Name","Value"');
  }

  it('a member schedules in a frame, and another one on the hosted page', async (context) => {
    if (missing !== null) notRun(context, missing);
    await visited(async () => {
      const member = new Member(visit.page);
      await member.order(gym.siteUrl, 0);
      // The page has room for the frame, so that nothing below it moves.
      const below = visit.page.getByRole('link', { name: 'Use the full page instead' });
      const topOf = () => below.evaluate((link) => link.getBoundingClientRect().top + scrollY);
      const placed = await topOf();
      await member.confirmIn(member.frame).waitFor();
      expect(await topOf()).toBe(placed);
      await visit.page.evaluate(record);
      await watch.look('frame');
      const before = visit.page.getByText('Your scan is paid for.');
      await before.waitFor();
      await member.confirmIn(member.frame).click();
      await member.title('Request sent').waitFor();
      for (const gone of [before, below]) await gone.waitFor({ state: 'hidden' });
      const [{ appointment_id } = { appointment_id: '' }] = await eventsOf(visit);
      await watch.look('sent');
      await sandbox.transition(appointment_id, { to: 'confirmed' });
      await visit.page.reload();
      await member.title('Your appointment is confirmed').waitFor();
      await watch.look('confirmed');
    });
    await visited(async () => {
      const member = new Member(visit.page);
      await member.order(gym.siteUrl, 1);
      await member.scheduleOnTheHostedPage(gym.siteUrl);
      await watch.look('returned');
    });
  });
});
