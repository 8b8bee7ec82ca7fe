/** The partner's server: environment in, listening server out. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import type { Hooks } from './hooks.ts';
import { createLog } from './http/log.ts';

const config = readConfig(process.env);
const log = createLog(config.logLevel);
if (!config.hooksModule) throw new Error("HOOKS_MODULE is needed: the payment is the partner's own");
const { hooks } = (await import(pathToFileURL(resolve(config.hooksModule)).href)) as { hooks: Hooks };
const app = await createApp({ config, hooks, log });

app.server.listen(config.port, config.host, () => {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  process.stdout.write(`server ready http://${config.host}:${port}\n`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void app.close().then(() => process.exit(0)));
}
