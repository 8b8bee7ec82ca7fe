/** `dx-booking dev` with the settings of an installation: it uses the sandbox, and none of its keys and databases. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePort, isFree } from '../../../server/core/free-port.ts';
import { dev } from '../../../server/operate/cli/dev.ts';
import { startSandbox } from '../../../server/sandbox/sandbox.ts';
import { bareEnv } from '../../support/bare-env.ts';
import { Customer } from '../../support/customer.ts';
import { folderOfTest } from '../../support/folders.ts';
import { developmentKeys } from '../../support/keys.ts';
import { serve } from '../../support/serve.ts';

const program = fileURLToPath(new URL('../../../server/operate/cli/dx-booking.ts', import.meta.url));
const origin = 'https://clinic.example';

/** Runs the command until the test ends. @returns the address of the server; null if the server exits */
async function startDev(env: NodeJS.ProcessEnv): Promise<string | null> {
  const sandbox = await startSandbox();
  const ending = new AbortController();
  const address = Promise.withResolvers<string | null>();
  const running = dev(
    {
      ...bareEnv,
      ...(await developmentKeys()),
      ORIGINS: origin,
      LOG_LEVEL: 'fatal',
      ...env,
    },
    {
      ports: { page: 0, server: 0, sandbox: 0 },
      flow: 'full_api',
      sandboxUrl: sandbox.url,
      program,
      signal: ending.signal,
      print(line) {
        const [, url] = /^Server +(\S+)$/.exec(line) ?? [];
        if (url) address.resolve(url);
      },
    },
  ).finally(() => address.resolve(null));
  onTestFinished(async () => {
    ending.abort();
    await running;
    await sandbox.close();
  });
  return address.promise;
}

it('leaves nothing running if it cannot start', async () => {
  const empty = await serve((_, response) => response.end('{"keys":[]}'));
  onTestFinished(empty.close);
  const page = await freePort(0, '127.0.0.1');
  const options = {
    ports: { page, server: 0, sandbox: 0 },
    flow: 'full_api' as const,
    sandboxUrl: empty.url,
    program,
    signal: new AbortController().signal,
    print() {},
  };
  await expect(dev(bareEnv, options)).rejects.toThrow('The sandbox has no API key.');
  expect(await isFree(page, '127.0.0.1')).toBe(true);
});

const secret = `whsec_${'A'.repeat(32)}`;
const nowhere = 'postgres://app@127.0.0.1:9/none';

it('uses no secret of the installation, also if it is in a file', async () => {
  const folder = folderOfTest();
  const files = Object.entries({
    DATABASE_URL: nowhere,
    KEYS_DATABASE_URL: nowhere,
    UPSTREAM_API_KEY: 'dx-main.of-the-installation',
    HANDOFF_API_KEY: 'dx-handoff.of-the-installation',
    ACCESS_LOG_URL: 'https://sink.example/records',
    ACCESS_LOG_SECRET: secret,
  }).map(([name, value]) => ({ name: `${name}_FILE`, path: join(folder, name), value }));
  for (const { path, value } of files) await writeFile(path, value);
  // With a module of hooks, a server that cannot start waits for a change of the module.
  const hooks = { HOOKS: 'payment,verifySubject', HOOKS_URL: 'http://127.0.0.1:9', HOOKS_SECRET: secret };
  const paths = Object.fromEntries(files.map(({ name, path }) => [name, path]));
  const server = await startDev({ ...hooks, ...paths });
  expect(server).toMatch(/^http:/);
  // The server listens a second after its port was chosen: another program must not be given the port meanwhile.
  expect(Number(new URL(String(server)).port)).toBeLessThan(32_768);
});

it('books at the sandbox with the settings of a server in production that has both flows', async () => {
  const server = await startDev({
    HOOKS_MODULE: join(import.meta.dirname, '../../support/partner-hooks.ts'),
    UPSTREAM_ENVIRONMENT: 'production',
    HANDOFF_API_KEY: 'dx-handoff.of-the-installation',
    HANDOFF_ORIGIN: 'https://hosted.example',
  });
  const customer = new Customer(String(server), origin, 'user-ines');
  expect((await customer.firstView()).body.journey.shows.step).toBe('place');
});
