/** Takes pictures of the states of the gallery, and compares them with those of another revision. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { startBrowser } from '../../support/browser.ts';
import { differentPixels } from '../../support/pixels.ts';

/** Which pictures to take: each state in each language, scheme and width. */
export interface Selection {
  /** How the names of the states start; '' for all. */
  scenes: string;
  languages: readonly string[];
  /** `light`, `dark` and `forced`. */
  schemes: readonly string[];
  /** In pixels. */
  widths: readonly number[];
}

/** The invented data is of this time. */
const now = '2026-11-20T12:00:00.000Z';

/**
 * Writes a PNG of each state into a folder.
 * @param address the page of one state
 * @returns how many it took
 */
export async function takePictures(address: string, folder: string, selection: Selection): Promise<number> {
  await mkdir(folder, { recursive: true });
  const browser = await startBrowser();
  let count = 0;
  for (const lang of selection.languages)
    for (const scheme of selection.schemes)
      for (const width of selection.widths) {
        const page = await openPage(browser, address, scheme, width);
        const show = (scene: string) =>
          showScene(page, { scene, lang, scheme: scheme === 'forced' ? 'light' : scheme });
        for (const scene of await show('')) {
          if (!scene.startsWith(selection.scenes)) continue;
          await show(scene);
          await page.screenshot({
            path: join(folder, `${[scene.replace('/', '.'), lang, scheme, width].join('.')}.png`),
            fullPage: true,
            animations: 'disabled',
          });
          count++;
        }
        await page.context().close();
      }
  await browser.close();
  return count;
}

/** Shows a state in the page of one state. @returns the names of all states */
export const showScene = (page: Page, query: Record<string, string>): Promise<string[]> =>
  page.evaluate(
    (text) => (globalThis as unknown as { showScene(query: string): Promise<string[]> }).showScene(text),
    new URLSearchParams(query).toString(),
  );

async function openPage(browser: Browser, address: string, scheme: string, width: number): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
    forcedColors: scheme === 'forced' ? 'active' : 'none',
    timezoneId: 'America/Chicago',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(now);
  await page.goto(address);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  return page;
}

/** @returns a line for each picture that is new, is gone, or differs in its pixels */
export async function comparePictures(before: string, after: string): Promise<string[]> {
  const [old, current] = [await picturesIn(before), await picturesIn(after)];
  const changes = [
    ...[...old].filter((name) => !current.has(name)).map((name) => `gone: ${name}`),
    ...[...current].filter((name) => !old.has(name)).map((name) => `new: ${name}`),
  ];
  const different: string[] = [];
  for (const name of current) {
    if (!old.has(name)) continue;
    const [one, other] = [await readFile(join(before, name)), await readFile(join(after, name))];
    if (hash(one) !== hash(other)) different.push(name);
  }
  if (different.length === 0) return changes;
  const browser = await startBrowser();
  for (const name of different) {
    const pixels = await differentPixels(
      browser,
      await readFile(join(before, name)),
      await readFile(join(after, name)),
    );
    // Two files can have the same pixels.
    if (pixels !== 0)
      changes.push(`differs: ${name}${pixels === null ? ', another size' : `, ${pixels} pixels`}`);
  }
  await browser.close();
  return changes;
}

const picturesIn = async (folder: string) =>
  new Set((await readdir(folder)).filter((name) => name.endsWith('.png')).sort());
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
