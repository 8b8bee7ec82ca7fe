/** `npm start`: the stack from one command, the address to open, and Ctrl-C to end all of it. */
import { relative } from 'node:path';
import { tell } from './service.ts';
import { startStack } from './start-stack.ts';

/** SITE_PORT, SERVER_PORT and SANDBOX_PORT take the place of 4000, 4001 and 4010. */
const wanted = (value: string | undefined, otherwise: number) => (value ? Number(value) : otherwise);
const port = (url: string) => new URL(url).port;

let ending = false;
const endWith = (stop: () => Promise<void>) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (ending) return;
      ending = true;
      await stop();
      process.exit(0);
    });
  }
};

try {
  const stack = await startStack({
    ports: {
      site: wanted(process.env.SITE_PORT, 4000),
      server: wanted(process.env.SERVER_PORT, 4001),
      sandbox: wanted(process.env.SANDBOX_PORT, 4010),
    },
  });
  endWith(stack.stop);
  console.log(`
  Open   ${stack.siteUrl}

  Harbor Street Clinic, an invented partner's site. Behind it the partner's
  server (port ${port(stack.serverUrl)}) and the sandbox (port ${port(stack.sandboxUrl)}).
  Logs are in ${relative(process.cwd(), stack.runDir)}. Ctrl-C ends all of it.
`);
  const death = await stack.death;
  if (!ending) {
    console.error(tell(death));
    await stack.stop();
    process.exit(1);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
