/**
 * What an operator's command needs: the settings of a server and a service. Each run returns the output and the exit
 * code.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../server/core/free-port.ts';
import { migrateStore } from '../../server/operate/cli/migrate.ts';
import { folderOfTest } from './folders.ts';
import { type Rewrite, startRecordingProxy } from './recording-proxy.ts';
import { type Command, runCommand } from './run-command.ts';
import { startService } from './service.ts';

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
  const { sandbox, key, ...service } = await startService(over.key);
  onTestFinished(() => service.close());
  const wire = await startRecordingProxy(sandbox.url, { rewrite: over.rewrite });
  onTestFinished(() => wire.close());
  const dir = folderOfTest();
  const port = await freePort(0, '127.0.0.1');
  const assumptionsFile = join(dir, 'assumptions.json');
  await writeFile(assumptionsFile, JSON.stringify(over.assumptions ?? {}));
  const env: NodeJS.ProcessEnv = {
    ...service.env,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    UPSTREAM_URL: wire.url,
    SQLITE_FILE: join(dir, 'dx.sqlite'),
    ASSUMPTIONS_FILE: assumptionsFile,
    HOOKS_MODULE: join(import.meta.dirname, 'partner-hooks.ts'),
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
