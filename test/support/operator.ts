/**
 * What an operator's command needs: the settings of a server and a service. Each run returns the output and the exit
 * code.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../server/core/free-port.ts';
import { migrateStore } from '../../server/operate/cli/migrate.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { folderOfTest } from './folders.ts';
import { developmentKeys } from './keys.ts';
import { type Rewrite, startRecordingProxy } from './recording-proxy.ts';
import { type Command, runCommand } from './run-command.ts';
import { Sandbox } from './sandbox.ts';

const origin = 'https://clinic.example';

/** Starts a sandbox and creates the settings of a server for it. Both end with the test. */
export async function operator(
  over: {
    env?: Record<string, string>;
    key?: object;
    assumptions?: object;
    /** Changes the service's responses. */
    rewrite?: Rewrite;
    /** Whether the database has all tables, as after the first start. @default true */
    isMigrated?: boolean;
  } = {},
) {
  const upstream = await startSandbox({ port: 0 });
  onTestFinished(() => upstream.close());
  const sandbox = new Sandbox(upstream.url);
  const wire = await startRecordingProxy(upstream.url, { rewrite: over.rewrite });
  onTestFinished(() => wire.close());
  const dir = folderOfTest();
  const key = over.key ? await sandbox.makeKey(over.key) : await sandbox.permanentKey();
  const port = await freePort(0, '127.0.0.1');
  const assumptionsFile = join(dir, 'assumptions.json');
  await writeFile(assumptionsFile, JSON.stringify(over.assumptions ?? {}));
  const env: NodeJS.ProcessEnv = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    UPSTREAM_URL: wire.url,
    UPSTREAM_API_KEY: key.api_key,
    ORIGINS: origin,
    SQLITE_FILE: join(dir, 'dx.sqlite'),
    ASSUMPTIONS_FILE: assumptionsFile,
    HOOKS_MODULE: join(import.meta.dirname, 'paying-hooks.ts'),
    ...(await developmentKeys()),
    ...over.env,
  };
  if (over.isMigrated !== false && env.SQLITE_FILE === join(dir, 'dx.sqlite') && !env.DATABASE_URL)
    await migrateStore(env, {}, () => {}).catch(() => {});
  return {
    sandbox,
    wire,
    env,
    key,
    dir,
    assume: (assumptions: object) => writeFile(assumptionsFile, JSON.stringify(assumptions)),
    /** Runs a command with options as `dx-booking` passes them. */
    run: <O extends object>(command: Command<O>, options = {} as O) => runCommand(command, env, options),
  };
}
