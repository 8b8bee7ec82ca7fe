/** The guides that run the server within a site, followed as they are on an empty folder: each ends at the first step of a booking in a browser. */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildPages } from '../../examples/build-pages.ts';
import { freePort } from '../../examples/free-port.ts';
import { templateFiles } from '../../server/operate/cli/init.ts';
import { headings } from '../e2e/headings.ts';
import { bareEnv } from '../support/bare-env.ts';
import { shareBrowser, waitTimeoutMs } from '../support/browser.ts';
import { type CodeBlock, codeBlocksOf, readDocument, sectionOf } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { createPartnerFolder } from '../support/partner-folder.ts';

const binaries = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));
const cli = fileURLToPath(new URL('../../server/operate/cli/dx-booking.ts', import.meta.url));

/** The running site of a guide. */
interface FollowedGuide {
  /** The site that the guide starts, in place of `http://localhost:3000`. */
  url: string;
  output(): string;
  stop(): Promise<void>;
}

/**
 * Does what guides say, in an empty folder.
 * @param steps.packages what they install besides the packages of this repository
 * @param steps.commands the blocks of commands; the last one starts the site
 * @param steps.files the blocks that are files
 */
async function follow(steps: {
  packages: string[];
  commands: string[];
  files: CodeBlock[];
}): Promise<FollowedGuide> {
  const folder = await createPartnerFolder(steps.packages);
  const port = `${await freePort(0, '127.0.0.1')}`;
  const here = (text: string) => text.replaceAll(/(localhost:|listen\()3000/g, `$1${port}`);
  await folder.write('node_modules/.bin/dx-booking', `#!/bin/sh\nexec node ${cli} "$@"\n`);
  const PATH = [join(folder.path, 'node_modules/.bin'), binaries, bareEnv.PATH].join(delimiter);
  const options = { cwd: folder.path, env: { ...bareEnv, PATH, PORT: port, NEXT_TELEMETRY_DISABLED: '1' } };
  await promisify(execFile)('chmod', ['+x', join(folder.path, 'node_modules/.bin/dx-booking')]);
  const [last = '', ...earlier] = steps.commands.toReversed().map((code) =>
    code
      .split('\n')
      // The folder is there, with its packages.
      .filter((line) => !/^(?:mkdir|npm) /.test(line))
      .join('\n')
      .replaceAll('npx ', ''),
  );
  await promisify(execFile)('bash', ['-ec', earlier.toReversed().join('')], options);
  const settings = await readFile(join(folder.path, '.env'), 'utf8');
  await folder.write('.env', here(settings));
  for (const { file, code } of steps.files) if (file) await folder.write(file, here(code));

  const child = spawn('bash', ['-ec', last], {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => process.kill(-Number(child.pid), 'SIGKILL');
  process.once('exit', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const url = `http://localhost:${port}`;
  const isUp = () =>
    fetch(url, { method: 'HEAD' }).then(
      () => true,
      () => false,
    );
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(output);
    return isUp();
  });
  return {
    url,
    output: () => output,
    async stop() {
      const closed = once(child, 'close');
      process.off('exit', end);
      end();
      await closed;
      await folder.remove();
    },
  };
}

let browser: Browser;
beforeAll(async () => {
  await buildPages(fileURLToPath(new URL('../..', import.meta.url)), () => {});
  browser = await shareBrowser();
});
afterAll(() => browser.close());

/**
 * Opens the site, and waits for the first step.
 * @returns what the console says
 */
async function firstStep(url: string): Promise<string[]> {
  const page = await browser.newPage();
  page.setDefaultTimeout(waitTimeoutMs);
  onTestFinished(() => page.close());
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  await page.goto(url);
  await page.getByRole('heading', { name: headings.place }).waitFor();
  return said;
}

const isFault = (line: string) => /^(?:error|warning)/.test(line) && !/favicon|status of 404/.test(line);

const filesOf = (text: string) => codeBlocksOf(text).filter(({ language }) => language !== 'sh');
const commandsOf = (text: string) =>
  codeBlocksOf(text).flatMap(({ language, code }) => (language === 'sh' ? [code] : []));

it('server/own-site.md shows the first step', async () => {
  const guide = await readDocument('server/own-site.md');
  const [makeFolder = ''] = commandsOf(sectionOf(await readDocument('server/README.md'), '## Start'));
  const commands = [makeFolder, ...commandsOf(guide)];
  const followed = await follow({ packages: [], commands, files: filesOf(guide) });
  onTestFinished(followed.stop);
  expect((await firstStep(followed.url)).filter(isFault)).toEqual([]);
});

it('server/mounting.md shows the first step on a page that Next.js renders, and React hydrates it without a warning', async () => {
  const [makeFolder = '', , start = ''] = commandsOf(await readDocument('server/next.md'));
  const guide = sectionOf(await readDocument('server/mounting.md'), '### Next.js');
  const [attribute = ''] = /server="[^"]+"/.exec(guide) ?? [];
  const panel = 'app/booking-panel.jsx';
  const changed = (await templateFiles('next', 'jwt')).get(panel)?.replace(/server="[^"]+"/, attribute);
  const followed = await follow({
    packages: ['next', 'react', 'react-dom'],
    commands: [makeFolder, start],
    files: [
      ...filesOf(guide),
      { file: panel, code: changed ?? '', language: 'jsx', isFragment: false, line: 0 },
    ],
  });
  onTestFinished(followed.stop);
  const rendered = await (await fetch(followed.url)).text();
  expect(rendered).toMatch(/<dx-booking[^>]*><\/dx-booking>/);
  // Next.js compiles a route when it is asked for it, and then updates the open pages.
  await fetch(`${followed.url}/subject-token`, { method: 'POST' });
  expect((await fetch(`${followed.url}/api/booking/health/ready`)).status).toBe(200);
  const said = await firstStep(followed.url);
  expect(said.filter(isFault)).toEqual([]);
  expect(said).toContain('log: step place');
});
