/** The partner's server: environment in, listening server out. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import type { Hooks } from './hooks.ts';
import { createLog } from './http/log.ts';

/** Ends with a sentence for the operator, not a stack. */
function refuseToStart(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

function configOrExit() {
  try {
    return readConfig(process.env);
  } catch (error) {
    return refuseToStart(error instanceof Error ? error.message : 'The settings cannot be read.');
  }
}

const config = configOrExit();
if (!config.hooksModule)
  refuseToStart('HOOKS_MODULE is needed: the payment, and which order is whose, are yours to answer for.');
const { hooks } = (await import(pathToFileURL(resolve(config.hooksModule)).href)) as { hooks?: Hooks };
if (!hooks) refuseToStart(`HOOKS_MODULE ${config.hooksModule} exports no "hooks".`);

const log = createLog(config.logLevel);
const app = await createApp({ config, hooks, log }).catch((error: unknown) =>
  refuseToStart(error instanceof Error ? error.message : 'The server cannot start.'),
);

app.server.listen(config.port, config.host, () => {
  const address = app.server.address();
  log('server.listening', {
    host: config.host,
    port: typeof address === 'object' ? address?.port : config.port,
  });
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    log('server.stopping', { signal });
    void app.close().then(() => process.exit(0));
  });
}
