/**
 * The fragments of the guides work, as far as this machine has the programs: Each language signs a token that the server accepts,
 * and nginx and Caddy pass the live stream on. Without a program its test does not exist, and a line says so.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../server/core/free-port.ts';
import { keysSubject } from '../../server/operate/cli/keys.ts';
import { Customer } from '../support/customer.ts';
import { folderOfTest } from '../support/folders.ts';
import { origin } from '../support/full-api-server.ts';
import { fragment, isInstalled, proxies, run, startProxy } from '../support/guide-proxies.ts';
import { serve } from '../support/serve.ts';
import { serverOfTest } from '../support/server-of-test.ts';

/** Programs and the arguments with which they print their version. */
const versions = {
  nginx: '-v',
  caddy: 'version',
  ruby: '-v',
  java: '-version',
  go: 'version',
  dotnet: '--version',
};

/** Whether the program can be started. Prints a line if not: its test does not run. */
function hasProgram(name: keyof typeof versions): boolean {
  const isThere = isInstalled(name, versions[name]);
  if (!isThere) console.log(`not run: ${name} is not installed`);
  return isThere;
}

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

it('finds the fragments that these tests run', async () => {
  expect(await fragment('server/proxy.md', 'booking.conf')).toContain('proxy_pass http://booking;');
  expect(await fragment('server/proxy.md', 'Caddyfile')).toContain('reverse_proxy 127.0.0.1:8080');
});

/** The programs of server/any-language.md, and how each is run. */
const signers = {
  'subject_token.rb': hasProgram('ruby') && ['ruby'],
  'SubjectToken.java': hasProgram('java') && ['java'],
  'subject_token.go': hasProgram('go') && ['go', 'run'],
  'SubjectToken.cs': hasProgram('dotnet') && ['dotnet', 'run'],
};

for (const [file, command] of Object.entries(signers)) {
  if (!command) continue;
  const [program = '', ...args] = command;
  it(`${file} signs a token that the server accepts`, async () => {
    await keysSubject(folder, () => {});
    expect(await keysSubject(folder, () => {}), 'a second time').toBe(1);
    await writeFile(join(folder, file), await fragment('server/any-language.md', file));
    const env = { ...process.env, GOCACHE: join(folder, 'cache'), GOFLAGS: '-mod=mod', HOME: folder };
    const { stdout } = await run(program, [...args, file, 'user-1'], { cwd: folder, env });
    const site = await serve(async (_request, response) =>
      response.end(await readFile(join(folder, 'jwks.json'))),
    );
    onTestFinished(site.close);
    const server = await serverOfTest({
      env: {
        SUBJECT_ISSUER: 'http://localhost:8000',
        SUBJECT_AUDIENCE: 'booking',
        SUBJECT_JWKS_URL: `${site.url}/jwks.json`,
      },
    });
    expect((await new Customer(server.url, origin, stdout.trim()).open()).shows.step).toBe('place');
  });
}

for (const [name, configure] of Object.entries(proxies))
  if (hasProgram(name as keyof typeof proxies))
    it(`${name} ends TLS and passes the live stream on at once`, async () => {
      const port = await freePort(0, '127.0.0.1');
      const url = `https://localhost:${port}`;
      const server = await serverOfTest({ env: { PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.1' } });
      const proxy = await startProxy(await configure(folder, port, [new URL(server.url).port]), folder, url);
      // The certificate is the test's own.
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
      onTestFinished(async () => {
        delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
        await proxy.stop();
      });
      const customer = new Customer(url, origin, 'user-1');
      await customer.open();
      const live = await customer.fetch('GET', '/live');
      const reader = live.body?.getReader();
      expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
      await reader?.cancel();
    });
