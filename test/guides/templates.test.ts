/**
 * Each site that `dx-booking init` writes, by the commands of its guide and with the packages from their tarballs: a customer books on
 * it in a browser. Also through the proxy of server/proxy.md.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it, onTestFinished, type TestContext } from 'vitest';
import { freePort } from '../../examples/free-port.ts';
import { type Template, templates, userKinds } from '../../server/operate/cli/init.ts';
import { Visitor } from '../e2e/visitor.ts';
import { type Installed, installPackages, plainNode, root } from '../packages/install-packages.ts';
import { bareEnv } from '../support/bare-env.ts';
import { shareBrowser } from '../support/browser.ts';
import { codeBlocks, codeBlocksOf, readDocument, sectionOf } from '../support/documents.ts';
import { isInstalled, proxies, startProxy } from '../support/guide-proxies.ts';
import { notRun } from '../support/not-run.ts';

let installed: Installed;
let browser: Browser;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  const data = join(root, '.data');
  await mkdir(data, { recursive: true });
  // Within the repository: Turbopack follows no link out of the folder that has the lockfile.
  installed = await installPackages(data);
  for (const name of ['express', 'fastify', 'next', 'react', 'react-dom']) await installed.link(name);
  const programs = [join(installed.folder, 'node_modules/.bin'), dirname(await plainNode())];
  const PATH = [...programs, join(root, 'node_modules/.bin'), bareEnv.PATH].join(delimiter);
  env = { ...bareEnv, PATH, NEXT_TELEMETRY_DISABLED: '1' };
  browser = await shareBrowser();
});
afterAll(async () => {
  await browser?.close();
  await installed?.remove();
});

/** The interpreter of the template, with what `init` says to install. */
function programOf(template: Template, users: string, context: TestContext): string | undefined {
  const runs = (program: string, ...args: string[]) => spawnSync(program, args, { env }).status === 0;
  if (template === 'php' && !runs('php', '-r', 'exit(extension_loaded("openssl") ? 0 : 1);'))
    notRun(context, 'PHP with OpenSSL');
  if (template !== 'python') return undefined;
  const needed = users === 'jwt' ? 'import jwt, cryptography' : 'import http.server';
  const python = ['python3', '/usr/bin/python3'].find((program) => runs(program, '-c', needed));
  return python ?? notRun(context, users === 'jwt' ? 'Python with PyJWT' : 'Python');
}

/** Runs a command until the test ends. @returns its output so far */
function runBeside(command: string, cwd: string): () => string {
  const child: ChildProcess = spawn('bash', ['-ec', command], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const end = () => {
    if (child.exitCode === null) process.kill(-Number(child.pid), 'SIGTERM');
  };
  process.once('exit', end);
  onTestFinished(async () => {
    process.off('exit', end);
    const closed = once(child, 'close');
    end();
    await closed;
  });
  return () => output;
}

/** Puts free ports in place of those of the files, also into a command. */
async function movePorts(folder: string): Promise<(text: string) => string> {
  const free = new Map<string, string>();
  for (const port of ['3000', '8000', '8080']) free.set(port, `${await freePort(0, '127.0.0.1')}`);
  const move = (text: string) =>
    text.replaceAll(/(localhost:|127\.0\.0\.1:|127\.0\.0\.1", |listen\(|port: )(\d+)\b/g, (_, before, port) =>
      before.concat(free.get(port) ?? port),
    );
  for (const path of globSync(['.env', '**/*.{mjs,js,jsx,html,py,php}'], { cwd: folder }))
    await writeFile(join(folder, path), move(await readFile(join(folder, path), 'utf8')));
  return move;
}

/** The guide of each template, and its section with the commands. */
const guides: Record<Template, [path: string, heading: string]> = {
  next: ['server/next.md', '## Start'],
  express: ['server/express.md', '## Start'],
  fastify: ['server/fastify.md', '## Start'],
  python: ['server/any-language.md', '## Start from a Python site'],
  php: ['server/cms.md', '## Start'],
};

/**
 * The three commands of a guide. The folder is there, with its packages.
 * @throws Error if the guide has others
 */
async function commandsOf(template: Template): Promise<[init: string, dev: string, start: string]> {
  const [path, heading] = guides[template];
  const lines = codeBlocksOf(sectionOf(await readDocument(path), heading))
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.trim().split('\n'))
    .filter((line) => !/^(?:mkdir|npm|pip) |-m venv /.test(line));
  const [init, dev, start] = lines;
  if (lines.length !== 3 || !init || !dev || !start) throw new Error(`${path}: ${lines}`);
  return [init, dev, start];
}

/** Gives a page the policy of widget/README.md, with what it says to add for this site. */
async function addPolicy(page: string, server: string): Promise<void> {
  const [policy = ''] = codeBlocks(await readDocument('widget/README.md'), 'csp');
  const here = policy
    .trim()
    .replace("script-src 'self'", `script-src 'self' ${server}`)
    .replace('https://booking.partner.example', `${server} 'self'`);
  const tag = `<meta http-equiv="Content-Security-Policy" content="${here}">`;
  await writeFile(page, (await readFile(page, 'utf8')).replace('<head>', `<head>${tag}`));
}

const cases = templates.flatMap((template) => userKinds.map((users) => ({ template, users })));

it.for(cases)(
  'a customer books on the site of $template, with users by $users',
  async ({ template, users }, context) => {
    const python = programOf(template, users, context);
    const folder = join(installed.folder, `${template}-${users}`);
    await mkdir(folder);
    const [init, dev, start] = await commandsOf(template);
    const { stdout: said } = await promisify(execFile)('bash', ['-ec', `${init} --users ${users}`], {
      cwd: folder,
      env,
    });
    expect(said).toMatch(/\nNext:\n {2}npx dx-booking dev\nIn a second terminal:\n/);
    expect([dev, said]).toEqual(['npx dx-booking dev', expect.stringContaining(`\n  ${start}\n`)]);
    const [, address = ''] = /^Then open (\S+)$/m.exec(said) ?? [];
    const move = await movePorts(folder);
    const [url, server] = [move(address), move('http://127.0.0.1:8080')];
    if (template === 'express') await addPolicy(join(folder, 'public/index.html'), server);
    const outputOfServer = runBeside(`${dev} --server-port ${new URL(server).port} --sandbox-port 0`, folder);
    // The guide has both commands of Next.js: one for development, and those that follow for production.
    const isBuilt = template === 'next' && users === 'hook';
    const run = isBuilt ? 'next build && next start' : start;
    const program = move(run).replace('python3', python ?? 'python3');
    const outputOfSite = runBeside(`export PORT=${new URL(url).port}; ${program}`, folder);
    await expect.poll(outputOfServer).toContain(`Your page  ${url}`);
    await expect.poll(() => fetch(url).then(({ status }) => status, outputOfSite)).toBe(200);

    const visitor = await Visitor.open(browser, url);
    onTestFinished(() => visitor.leave());
    visitor.isPaidAtOnce = true;
    await visitor.book('DEXA');
    expect(visitor.faults.filter((fault) => !fault.includes('favicon'))).toEqual([]);
  },
);

it('a customer books through the nginx of server/proxy.md, with TLS, at the server that `dx-booking start` runs', async (context) => {
  if (!isInstalled('nginx', '-v')) notRun(context, 'nginx');
  const folder = join(installed.folder, 'proxy');
  await mkdir(folder);
  await promisify(execFile)('dx-booking', ['init'], { cwd: folder, env });
  const [port, server, service] = await Promise.all([1, 2, 3].map(() => freePort(0, '127.0.0.1')));
  const url = `https://localhost:${port}`;
  const tag = `<dx-booking server="${url}" subject-token="demo-1" subject-token-type="urn:ietf:params:oauth:token-type:access_token"></dx-booking>`;
  const page = `<!doctype html><title>A page</title><script type="module" src="${url}/widget/v1/loader.js"></script>${tag}`;
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  onTestFinished(() => void site.close().closeAllConnections());
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`;

  const outputOfSandbox = runBeside(`dx-booking-sandbox --port ${service}`, folder);
  await expect.poll(outputOfSandbox).toContain('sandbox ready');
  const upstream = `http://127.0.0.1:${service}`;
  const { keys } = (await (await fetch(`${upstream}/sandbox/keys`)).json()) as {
    keys: { api_key: string; flow: string }[];
  };
  const key = keys.find(({ flow }) => flow === 'full_api')?.api_key;
  const settings = `PORT=${server} PUBLIC_URL=${url} ORIGINS=${origin} UPSTREAM_URL=${upstream} UPSTREAM_API_KEY=${key} TRUSTED_PROXIES=127.0.0.1`;
  const outputOfServer = runBeside(`${settings} dx-booking start`, folder);
  await expect.poll(outputOfServer).toContain('server.listening');
  const proxy = await startProxy(await proxies.nginx(folder, Number(port), [`${server}`]), folder, url);
  onTestFinished(proxy.stop);

  // The certificate is the test's own.
  const visitor = await Visitor.begin(browser, 1024, { ignoreHTTPSErrors: true });
  onTestFinished(() => visitor.leave());
  await visitor.page.goto(origin);
  await visitor.sees('place');
  visitor.isPaidAtOnce = true;
  await visitor.book('DEXA');
  expect(visitor.faults.filter((fault) => !fault.includes('favicon'))).toEqual([]);
});
