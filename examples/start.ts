/** `npm start`: both examples from one command, the addresses to open, and Ctrl-C to end all of it. */
import { relative } from 'node:path';
import { tell } from './service.ts';
import { startCoBranded } from './start-co-branded.ts';
import { startStack } from './start-stack.ts';

/** SITE_PORT, SERVER_PORT, GYM_PORT, GYM_SERVER_PORT and SANDBOX_PORT take the place of 4000, 4001, 4002, 4003 and 4010. */
const wanted = (value: string | undefined, otherwise: number) => (value ? Number(value) : otherwise);
const port = (url: string) => new URL(url).port;

const stops: (() => Promise<void>)[] = [];
const stop = () => Promise.all(stops.map((each) => each()));
let ending = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    if (ending) return;
    ending = true;
    await stop();
    process.exit(0);
  });
}

try {
  const stack = await startStack({
    ports: {
      site: wanted(process.env.SITE_PORT, 4000),
      server: wanted(process.env.SERVER_PORT, 4001),
      sandbox: wanted(process.env.SANDBOX_PORT, 4010),
    },
  });
  stops.push(stack.stop);
  const gym = await startCoBranded(stack, {
    site: wanted(process.env.GYM_PORT, 4002),
    server: wanted(process.env.GYM_SERVER_PORT, 4003),
  });
  stops.push(gym.stop);
  console.log(`
  Open   ${stack.siteUrl}   Harbor Street Clinic: booking on the partner's own pages
         ${gym.siteUrl}   Torsen Athletic: scheduling on the co-branded page

  Both partners are invented. Behind them a server each (ports ${port(stack.serverUrl)} and
  ${port(gym.serverUrl)}) and one sandbox (port ${port(stack.sandboxUrl)}).
  Logs are in ${relative(process.cwd(), stack.runDir)}. Ctrl-C ends all of it.
`);
  const death = await Promise.race([stack.death, gym.death]);
  if (!ending) {
    console.error(tell(death));
    await stop();
    process.exit(1);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await stop();
  process.exit(1);
}
