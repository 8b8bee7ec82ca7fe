/** Each guide, followed as it is on an empty folder, ends at the first step of a booking in a browser. */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildPages } from '../../examples/build-pages.ts';
import { freePort } from '../../examples/free-port.ts';
import { headings } from '../e2e/headings.ts';
import { bareEnv } from '../support/bare-env.ts';
import { shareBrowser, waitTimeoutMs } from '../support/browser.ts';
import { codeBlocks, codeBlocksOf, readDocument, sectionOf } from '../support/documents.ts';
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
 * Does the section "Start" of a guide.
 * @param options.packages what the guide installs besides the packages of this repository
 * @param options.filesOf another guide that the guide takes files from
 */
async function followGuide(
  guide: string,
  { packages, filesOf }: { packages: string[]; filesOf?: string },
): Promise<FollowedGuide> {
  const folder = await createPartnerFolder(packages);
  const port = `${await freePort(0, '127.0.0.1')}`;
  const here = (text: string) => text.replaceAll('3000', port);
  const blocks = codeBlocksOf(await readDocument(guide));
  const borrowed = filesOf ? codeBlocksOf(await readDocument(filesOf)) : [];
  await folder.write('node_modules/.bin/dx-booking', `#!/bin/sh\nexec node ${cli} "$@"\n`);
  const PATH = [join(folder.path, 'node_modules/.bin'), binaries, bareEnv.PATH].join(delimiter);
  const options = { cwd: folder.path, env: { ...bareEnv, PATH, PORT: port, NEXT_TELEMETRY_DISABLED: '1' } };
  await promisify(execFile)('chmod', ['+x', join(folder.path, 'node_modules/.bin/dx-booking')]);
  const [makeFolder = ''] = codeBlocks(sectionOf(await readDocument('server/README.md'), '## Start'), 'sh');
  const commands = [
    makeFolder,
    ...blocks.filter(({ language }) => language === 'sh').map(({ code }) => code),
  ];
  const [last = '', ...earlier] = commands.toReversed().map((code) =>
    code
      .split('\n')
      // The folder is there, with its packages.
      .filter((line) => !/^(?:mkdir|npm) /.test(line))
      .join('\n')
      .replaceAll('npx ', ''),
  );
  const first = earlier.toReversed().join('');
  await promisify(execFile)('bash', ['-ec', first], options);
  for (const { file, code, language } of [...borrowed, ...blocks])
    if (file && language !== 'sh') await folder.write(file, here(code));

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
    if (child.exitCode !== null) throw new Error(`${guide}: ${output}`);
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
 * @param policy the content security policy of the page
 * @returns what the console says
 */
async function firstStep(url: string, policy?: string): Promise<string[]> {
  const page = await browser.newPage();
  if (policy)
    await page.route(`${url}/`, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-security-policy': policy };
      await route.fulfill({ response, headers });
    });
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

it('server/own-site.md shows the first step', async () => {
  const followed = await followGuide('server/own-site.md', { packages: [] });
  onTestFinished(followed.stop);
  expect((await firstStep(followed.url)).filter(isFault)).toEqual([]);
});

it('server/express.md shows the first step, under the policy of widget/README.md', async () => {
  const followed = await followGuide('server/express.md', { packages: ['express'] });
  onTestFinished(followed.stop);
  const [policy = ''] = codeBlocks(await readDocument('widget/README.md'), 'csp');
  const here = policy.trim().replace('https://booking.partner.example', followed.url);
  expect((await firstStep(followed.url, here)).filter(isFault)).toEqual([]);
});

it('server/next.md shows the first step on a page that the server renders, and React hydrates it without a warning', async () => {
  const packages = ['next', 'react', 'react-dom'];
  const followed = await followGuide('server/next.md', { packages, filesOf: 'server/express.md' });
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
