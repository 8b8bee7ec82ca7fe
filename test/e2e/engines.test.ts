/** Both flows, appointments and a clinician's order in Chromium, Firefox and WebKit, by one script, with axe at each step. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CoBranded, startCoBranded } from '../../examples/start-co-branded.ts';
import { type Stack, startStack } from '../../examples/start-stack.ts';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { type Engine, type EngineVisit, listEngines, type RunningEngine } from '../support/engines.ts';
import { notRun } from '../support/not-run.ts';
import { clickAsInSafari } from '../support/safari-clicks.ts';
import { Sandbox } from '../support/sandbox.ts';
import { DriverSilent } from '../support/webdriver.ts';
import { Booker } from './booker.ts';
import { Signer } from './clinician.ts';
import { Member } from './member.ts';

const journeyMs = 240_000;
let stack: Stack;
let gym: CoBranded;
let sandbox: Sandbox;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dx-engines-'));
  const ports = { sandbox: 0, server: 0, site: 0 };
  stack = await startStack({ quiet: true, dataDir, ports, env: { STRUCTURED_PHYSICIAN_ENABLED: 'true' } });
  gym = await startCoBranded(stack, { site: 0, server: 0 }, {}, true);
  sandbox = new Sandbox(stack.sandboxUrl);
  const { prefix } = await sandbox.permanentKey();
  await sandbox.changeKey(prefix, { physician_order_mode: 'structured_api' });
  await sandbox.settings({ physician_artifact_seconds: 1 });
}, journeyMs);
afterAll(async () => {
  await gym?.stop();
  await stack?.stop();
  await rm(dataDir, { recursive: true, force: true });
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
  }, journeyMs);
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

  it(
    'a customer books DEXA, a clinician signs the order, and the customer moves the appointment and reads the results',
    async (context) => {
      if (missing !== null) notRun(context, missing);
      await visited(async () => {
        const id = await book();
        const clinician = new Signer(visit.page);
        await clinician.signIn(stack.siteUrl, id);
        await clinician.signOnThePage(watch.look);
        await moveAndRead(id);
      });
    },
    journeyMs,
  );

  /** @returns the appointment's id */
  async function book(): Promise<string> {
    const booker = new Booker(visit.page);
    await booker.signIn(stack.siteUrl);
    await booker.book('DEXA', async (step) => {
      await watch.look(step);
      if (step === 'questionnaire') await visit.page.evaluate(record);
    });
    const [{ appointment_id: id } = { appointment_id: '' }] = await eventsOf(visit);
    await sandbox.confirm(id);
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
    await appointments.getByText('Waiting for the clinic to confirm').waitFor();
    await watch.look('requested');
    for (const to of ['confirmed', 'results_in_progress', 'results_ready'])
      await sandbox.transition(id, { to });
    await page.reload();
    await page.evaluate(record);
    await button('See results').click();
    await appointments.getByRole('heading', { name: 'DEXA body composition results' }).waitFor();
    await appointments.getByText('Show as a table', { exact: true }).click();
    expect(await appointments.getByRole('row').count()).toBeGreaterThan(2);
    await watch.look('results');
    await button('Download for a spreadsheet (CSV)').click();
    await expect.poll(() => fileOf(visit)).toContain('"Section","Name","Value"');
  }

  it(
    'a member schedules in a frame, and another one on the hosted page',
    async (context) => {
      if (missing !== null) notRun(context, missing);
      await visited(async () => {
        const member = new Member(visit.page);
        await member.order(gym.siteUrl, 0);
        await member.confirmIn(member.frame).waitFor();
        await visit.page.evaluate(record);
        await watch.look('frame');
        await member.confirmIn(member.frame).click();
        await member.title('Request sent').waitFor();
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
    },
    journeyMs,
  );
});
