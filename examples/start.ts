/**
 * `npm start`: starts both examples with their servers and one sandbox, and prints the addresses to open. Ctrl-C stops
 * everything. SITE_PORT, SERVER_PORT, GYM_PORT, GYM_SERVER_PORT and SANDBOX_PORT change the ports.
 */
import { relative } from 'node:path';
import { describeExit } from './service.ts';
import { startCoBranded } from './start-co-branded.ts';
import { startStack } from './start-stack.ts';

const portFrom = (value: string | undefined, fallback: number) => (value ? Number(value) : fallback);
const port = (url: string) => new URL(url).port;

const stops: (() => Promise<void>)[] = [];
const stop = () => Promise.all(stops.map((each) => each()));
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    await stop();
    process.exit(0);
  });
}

try {
  const stack = await startStack({
    ports: {
      site: portFrom(process.env.SITE_PORT, 4000),
      server: portFrom(process.env.SERVER_PORT, 4001),
      sandbox: portFrom(process.env.SANDBOX_PORT, 4010),
    },
  });
  stops.push(stack.stop);
  const gym = await startCoBranded(stack, {
    site: portFrom(process.env.GYM_PORT, 4002),
    server: portFrom(process.env.GYM_SERVER_PORT, 4003),
  });
  stops.push(gym.stop);
  console.log(`
  Open   ${stack.siteUrl}   Harbor Street Clinic: booking on the partner's own pages
         ${gym.siteUrl}   Torsen Athletic: scheduling on the co-branded page

  Both partners are fictional. Each has a server (ports ${port(stack.serverUrl)} and ${port(gym.serverUrl)});
  both use one sandbox (port ${port(stack.sandboxUrl)}).
  Logs are in ${relative(process.cwd(), stack.runDir)}. Ctrl-C stops everything.
`);
  const exit = await Promise.race([stack.unexpectedExit, gym.unexpectedExit]);
  if (!stopping) {
    console.error(describeExit(exit));
    await stop();
    process.exit(1);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await stop();
  process.exit(1);
}
