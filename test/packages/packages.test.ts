/** The three packages: their sizes, their manifests, and a partner who installs and runs them by plain Node. */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../server/core/free-port.ts';
import { recordEvents } from '../e2e/page-state.ts';
import { Visitor } from '../e2e/visitor.ts';
import { shared } from '../support/ask-made-once.ts';
import { bareEnv } from '../support/bare-env.ts';
import { choosePlace } from '../support/booking.ts';
import { shareBrowser } from '../support/browser.ts';
import { startProcess } from '../support/child-processes.ts';
import { Customer } from '../support/customer.ts';
import { deadLinks } from '../support/dead-links.ts';
import { developmentKeys } from '../support/keys.ts';
import { Sandbox } from '../support/sandbox.ts';
import { checkConsumer, programNames } from './check-consumer.ts';
import { type Installed, installPackages, plainNode, root } from './install-packages.ts';
import { serveReactPage } from './react-page.ts';

const run = promisify(execFile);

const origin = 'https://clinic.example';
const kilobyte = 1000;
const limits: Record<string, number> = {
  // Not minified: bundlers do that.
  '@dx-booking/widget': 290 * kilobyte,
  // A quarter is the widget's scripts and a seventh their maps.
  '@dx-booking/server': 910 * kilobyte,
  '@dx-booking/sandbox': 220 * kilobyte,
};
const names = Object.keys(limits);

let installed: Installed;
let node: string;
beforeAll(async () => {
  node = await plainNode();
  installed = await installPackages(await shared('release'));
  for (const name of ['react', 'react-dom', 'vue', 'svelte', 'solid-js', '@types/node'])
    await installed.link(name);
  // Without a limit: if no other file of the run did, it packs the packages.
}, 0);
afterAll(() => installed.remove());

const tarballOf = async (name: string) => {
  const { tarball } = installed.packed.find((one) => one.name === name) ?? { tarball: name };
  const bytes = await readFile(tarball);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
};

it('packs three packages within their limits', () => {
  for (const { name, size } of installed.packed) {
    const limit = limits[name] ?? 0;
    console.log(`${name.padEnd(20)} ${(size / kilobyte).toFixed(1)} kB of ${limit / kilobyte} kB`);
    expect(size, name).toBeLessThan(limit);
  }
  expect(installed.packed.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

it('serves the bytes of another build, in another folder', async () => {
  // The packages were built in a clone, and `npm test` has built the widget here. Maps name the folder of the dependencies.
  const folder = join(installed.folder, 'node_modules/@dx-booking/server/dist/widget');
  const files = globSync('**/*.*', { cwd: folder, exclude: ['**/*.map.br'] });
  expect(files).toContain('loader.js.br');
  for (const file of files) {
    const bytes = await readFile(join(folder, file));
    expect(bytes.equals(await readFile(join(root, 'widget/dist/cdn', file))), file).toBe(true);
  }
});

/** Runs `dx-booking verify-release` of the installed package. */
const verifyRelease = (...paths: string[]) =>
  run(
    join(installed.folder, 'node_modules/.bin/dx-booking'),
    ['verify-release', '--lock', installed.lock, ...paths],
    { cwd: installed.folder, env: { ...bareEnv, PATH: pathOfNode() } },
  ).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );

/** Changes one bit in the middle of a file. @returns what changes it back */
async function flipBit(path: string): Promise<() => Promise<void>> {
  const bytes = await readFile(path);
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(changed.length >> 1) ^ 1, changed.length >> 1);
  await writeFile(path, changed);
  return () => writeFile(path, bytes);
}

it('finds one flipped bit of a release, in a tarball, a package or a kept file of the widget', async () => {
  const server = join('node_modules', '@dx-booking', 'server');
  const kept = join('releases', '0.1.0');
  await cp(join(installed.folder, server, 'dist/widget'), join(installed.folder, kept), { recursive: true });
  const tarballs = installed.packed.map(({ tarball }) => tarball);
  const all = [...tarballs, ...names.map((name) => join('node_modules', name)), kept];
  const clean = await verifyRelease(...all);
  expect(clean).toMatchObject({ code: 0, stderr: '' });
  for (const path of all) expect(clean.stdout).toContain(`${path} is as published.\n`);

  const changed = [
    join(installed.folder, server, 'dist/booking-server.js'),
    join(installed.folder, server, 'dist/widget/loader.js.br'),
    join(installed.folder, kept, 'integrity.json'),
    tarballs[0] ?? '',
  ];
  const restores = await Promise.all(changed.map(flipBit));
  const { code, stdout } = await verifyRelease(...all);
  await Promise.all(restores.map((restore) => restore()));
  expect(code).toBe(1);
  const shown = changed.map((path) =>
    path.startsWith(installed.folder) ? path.slice(installed.folder.length + 1) : path,
  );
  expect(stdout.match(/^.* differs .*$/gm)?.toSorted()).toEqual(
    shown.map((path) => `${path} differs from what was published.`).toSorted(),
  );
  expect(stdout).toContain('install the packages again');
});

it('finds a file that was added to a package or removed from it, and refuses a path that the lock does not name', async () => {
  const server = join('node_modules', '@dx-booking', 'server');
  const added = join(server, 'dist', 'widget', 'added.js.br');
  const removed = join(server, 'LICENSE');
  await writeFile(join(installed.folder, added), '');
  await rename(join(installed.folder, removed), join(installed.folder, 'LICENSE'));
  const { code, stdout } = await verifyRelease(server);
  await rm(join(installed.folder, added));
  await rename(join(installed.folder, 'LICENSE'), join(installed.folder, removed));
  expect(code).toBe(1);
  expect(stdout).toContain(`${added} was not published.\n${removed} is missing.\n`);
  const koa = join('node_modules', 'koa');
  expect(await verifyRelease(koa)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${koa} is not`),
  });
});

it('has a lock that the common tool for hashes reads', async () => {
  const check = (cwd: string) =>
    run('sha512sum', ['--check', '--ignore-missing', '--quiet', installed.lock], { cwd });
  await expect(check(dirname(installed.lock))).resolves.toMatchObject({ stdout: '' });
  await expect(check(join(installed.folder, 'node_modules'))).resolves.toMatchObject({ stdout: '' });
});

it.each(names)(
  '%s has its guides, and every link of them leads to a file and a heading of the package',
  async (name) => {
    const folder = join(installed.folder, 'node_modules', name);
    const documents = globSync(['*.md', 'llms.txt', 'docs/**/*.md'], { cwd: folder });
    expect(documents).toEqual(expect.arrayContaining(['CHANGELOG.md', 'llms.txt']));
    if (name.endsWith('server')) expect(documents).toContain(join('docs', 'SKILL.md'));
    expect(documents.some((path) => path.startsWith('docs/')) || name.endsWith('sandbox')).toBe(true);
    for (const path of documents)
      expect(deadLinks(folder, path, await readFile(join(folder, path), 'utf8')), path).toEqual([]);
  },
);

it('has each script and style sheet of the widget once in the server, and no sources in a map', async () => {
  const server = join(installed.folder, 'node_modules/@dx-booking/server');
  const files = globSync('**/*', { cwd: join(server, 'dist/widget') });
  expect(files.filter((name) => !/\.(?:css|js|js\.map)\.br$/.test(name)).toSorted()).toEqual([
    'first-step.json',
    'import-map.html',
    'integrity.json',
  ]);
  expect(files).toEqual(expect.arrayContaining(['loader.js.br', 'loader.js.map.br']));
  expect(globSync('**/*.map', { cwd: server })).toEqual([]);
  const maps = files.filter((name) => name.endsWith('.map.br'));
  for (const name of maps)
    expect(brotliDecompressSync(await readFile(join(server, 'dist/widget', name))).toString()).not.toContain(
      'sourcesContent',
    );
});

it('has readable scripts of the elements: an error in Node names its class and its function', async () => {
  const program = `import { createBookingClient } from '@dx-booking/widget/client';
    await createBookingClient({ server: 'http://127.0.0.1:9', getSubjectToken: async () => null }).appointments.list();`;
  await writeFile(join(installed.folder, 'fails.js'), program);
  const { stderr } = await run(node, ['fails.js'], { cwd: installed.folder, env: bareEnv }).catch(
    (error: { stderr: string }) => error,
  );
  expect(stderr).toMatch(/^BookingError: sign_in_ended: The user token has expired/m);
  expect(stderr).toContain('at errorOf (');
  expect(stderr).toContain("code: 'sign_in_ended'");
  expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(200);
});

it.each([
  ['server', 1],
  ['sandbox', 2],
])('has one file of declarations for each entry of the %s', (name, entries) => {
  const files = globSync('**/*.d.ts', {
    cwd: join(installed.folder, 'node_modules/@dx-booking', name, 'dist'),
  });
  expect(files).toHaveLength(entries);
});

it('names the commit in the version of a package, and of the files that the server serves', async () => {
  const versionOf = async (path: string) =>
    JSON.parse(await readFile(join(installed.folder, 'node_modules/@dx-booking', path), 'utf8')).version;
  const version = await versionOf('server/package.json');
  expect(version).toMatch(/^\d+\.\d+\.\d+(?:-dev\.\d+\.g[0-9a-f]{10})?$/);
  for (const path of ['widget/package.json', 'sandbox/package.json', 'server/dist/widget/integrity.json'])
    expect(await versionOf(path), path).toBe(version);
});

it.each(names)('%s has a manifest without a fault', async (name) => {
  const { messages, pkg } = await publint({ pack: { tarball: await tarballOf(name) }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

it.each(names)(
  '%s has types for all its entries, in every mode of resolution of ES modules',
  async (name) => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(await tarballOf(name))), {
      excludeEntrypoints: [/\.json$/],
    });
    if (!result.types) throw new Error(`${name} has no types`);
    // The packages have no CommonJS, and need `moduleResolution` of 2022 or later.
    const ignored = ['CJSResolvesToESM'];
    const problems = result.problems.filter(
      (problem) =>
        !ignored.includes(problem.kind) &&
        !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)),
    );
    expect(problems).toEqual([]);
  },
);

it('imports every entry of the widget by plain Node, without a DOM, and renders a component', async () => {
  const { exports } = JSON.parse(await readFile(join(root, 'widget/package.json'), 'utf8'));
  const react = join(installed.folder, 'node_modules/@dx-booking/widget', exports['./react'].default);
  expect((await readFile(react, 'utf8')).startsWith(`'use client';`)).toBe(true);
  const entries = Object.keys(exports).filter((entry) => !/[*]|json$/.test(entry));
  expect(entries).toHaveLength(9);
  const imports = entries.map((entry) => `import '@dx-booking/widget${entry.slice(1)}';`).join('\n');
  const program = `${imports}
    import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    import { Booking } from '@dx-booking/widget/react';
    console.log(typeof customElements, renderToString(createElement(Booking, { testTypes: 'DEXA', className: 'wide' })));`;
  await writeFile(join(installed.folder, 'entries.js'), program);
  const { stdout } = await run(node, ['entries.js'], { cwd: installed.folder, env: bareEnv });
  expect(stdout.trim()).toBe('undefined <dx-booking class="wide"></dx-booking>');
});

const pathOfNode = () => `${dirname(node)}${delimiter}${process.env.PATH}`;

/** Starts a command of a package as `npx` does, and waits for a line. */
async function start(program: string, args: string[], env: NodeJS.ProcessEnv, ready: RegExp) {
  const child = startProcess(join(installed.folder, 'node_modules/.bin', program), args, {
    cwd: installed.folder,
    env: { PATH: pathOfNode(), ...env },
  });
  await child.until(() => ready.test(child.output()));
  return { ...child, line: ready.exec(child.output())?.[0] ?? '' };
}

it('runs the sandbox and the server by plain Node, and books at them', async () => {
  const hooks = `export const hooks = {
    payment: async ({ journeyId }) => ({ state: 'paid', reference: journeyId }),
    verifySubject: async (token) => ({ subject: token }),
  };`;
  await writeFile(join(installed.folder, 'hooks.js'), hooks);
  const service = await start('dx-booking-sandbox', ['--port', '0'], {}, /http:\S+/);
  const sandbox = new Sandbox(service.line);
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: `${port}`,
    PUBLIC_URL: url,
    UPSTREAM_URL: sandbox.url,
    UPSTREAM_API_KEY: (await sandbox.permanentKey()).api_key,
    ORIGINS: origin,
    HOOKS_MODULE: 'hooks.js',
    ...(await developmentKeys()),
  };
  const server = await start('dx-booking', ['start'], env, /server\.listening/);
  try {
    const view = await choosePlace(new Customer(url, origin, 'user-1'), 'DEXA');
    expect(view.shows.step).toBe('times');
    const loader = await (await fetch(`${url}/widget/v1/loader.js`)).text();
    const [, chunk] = /import\(\W\.\/(booking-[\w-]+\.js)/.exec(loader) ?? [];
    expect((await fetch(`${url}/widget/v1/${chunk}`)).headers.get('cache-control')).toContain('immutable');
    const page = await (await fetch(`${sandbox.url}/sandbox`)).text();
    const files = [...page.matchAll(/(?:src|href)="(\/files\/[^"]+)"/g)].map(([, path]) => path);
    expect(files).toContain('/files/sandbox/operator/page/operator.js');
    for (const path of files) expect((await fetch(sandbox.url + path)).status, path).toBe(200);
  } finally {
    await server.stop();
    await service.stop();
  }
});

it('books on the page that `dx-booking dev` prints, and the hooks learn of each change', async () => {
  const command = join(installed.folder, 'node_modules/.bin/dx-booking');
  const cwd = join(installed.folder, 'first');
  await mkdir(cwd);
  const env = { PATH: pathOfNode() };
  await startProcess(command, ['init'], { cwd, env }).ended;
  const ports = ['--port', '0', '--server-port', '0', '--sandbox-port', '0'];
  const child = startProcess(command, ['dev', ...ports], { cwd, env });
  const address = (name: string) => new RegExp(`^${name} +(\\S+)`, 'm').exec(child.output())?.[1] ?? '';
  const browser = await shareBrowser();
  try {
    await child.until(() => address('Sandbox').startsWith('http'));
    const visitor = await Visitor.open(browser, address('Book'));
    const events = await recordEvents(visitor.page);
    visitor.isPaidAtOnce = true;
    await visitor.book('DEXA');
    await expect.poll(child.output).toContain('event booking.requested');
    const sent = events().find(({ type }) => type === 'dx-sent')?.detail as { appointment_id: string };
    const sandbox = new Sandbox(new URL(address('Sandbox')).origin);
    await sandbox.transition(sent.appointment_id, { to: 'confirmed' });
    await expect.poll(child.output).toContain('event booking.confirmed');
    // Opening the page begins a new user, so a second look does not begin with "Request sent".
    await visitor.page.goto(address('Book'));
    await visitor.sees('place');
    expect(visitor.faults).toEqual([]);
  } finally {
    await browser.close();
    await child.stop();
  }
  expect(await child.ended).toBe(0);
});

it.each(programNames)('type-checks a page and a backend: %s', async (name) => {
  expect(await checkConsumer(installed, name)).toBe('');
});

it('defines the tags and passes properties and events through React, which hydrates in StrictMode', async () => {
  const site = await serveReactPage(installed);
  const browser = await shareBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    const seen = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    const booking = page.locator('dx-booking.wide');
    const testTypes = () => booking.evaluate((element) => Reflect.get(element, 'testTypes'));
    await expect.poll(seen).toContain('unavailable of round 0');
    expect(await seen()).toContain('token of round 0');
    expect(await testTypes()).toBe('DEXA');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(testTypes).toBe('');
    await page.getByText('Call us, in round 1.').waitFor();
    await booking.evaluate((element) => Reflect.get(element, 'refreshUser').call(element));
    await expect.poll(seen).toContain('token of round 1');

    const manifest = await readFile(
      join(installed.folder, 'node_modules/@dx-booking/widget/dist/custom-elements.json'),
      'utf8',
    );
    for (const { declarations } of JSON.parse(manifest).modules)
      for (const { tagName, attributes } of declarations) {
        const observed = await page.evaluate(async (tag) => {
          const element = await customElements.whenDefined(tag);
          return Reflect.get(element, 'observedAttributes') as string[];
        }, tagName);
        const documented = attributes.map(({ name }: { name: string }) => name);
        expect(documented.toSorted(), tagName).toEqual(observed.toSorted());
      }
  } finally {
    await browser.close();
    site.close();
  }
});
