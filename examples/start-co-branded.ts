/** Starts the co-branded example next to a running stack: the gym's site, and a server with the gym's key on the same sandbox. */
import { dirname, join } from 'node:path';
import { freePort } from '../server/core/free-port.ts';
import { devSecrets } from './dev-keys.ts';
import type { Service } from './service.ts';
import { host, type Running, runningOf, sandboxKey, startPartner, urlOf } from './start-partner.ts';
import type { Stack } from './start-stack.ts';

/** The running co-branded example. */
export interface CoBranded extends Running {
  siteUrl: string;
  serverUrl: string;
  processes: Record<'gymServer' | 'gym', Service>;
}

/**
 * Starts the gym's site and its server, which has no Full API key.
 * @param ports preferred ports; 0 takes a free one. @default 4002 for the site, 4003 for the server
 * @throws Error with the end of the log if a process does not start; the other is stopped
 */
export async function startCoBranded(
  { sandboxUrl, runDir }: Pick<Stack, 'sandboxUrl' | 'runDir'>,
  ports: { site?: number; server?: number } = {},
): Promise<CoBranded> {
  const secrets = await devSecrets(join(dirname(runDir), 'dev-keys.json'));
  const site = await freePort(ports.site ?? 4002, host);
  const server = await freePort(ports.server ?? 4003, host);
  const siteUrl = urlOf(site);
  const { site: gym, server: gymServer } = await startPartner({
    names: { site: 'gym', server: 'gym-server' },
    ports: { site, server },
    ...{ sandboxUrl, runDir, secrets },
    folder: 'examples/co-branded',
    both: {
      GYM_URL: siteUrl,
      GYM_HOOK_SECRET: secrets.hookSecret,
      UPSTREAM_URL: sandboxUrl,
      HANDOFF_API_KEY: await sandboxKey(sandboxUrl, { flow: 'co_branded' }),
      HANDOFF_ORIGIN: sandboxUrl,
    },
    ofServer: {
      UPSTREAM_API_KEY: '',
      HANDOFF_ALLOWED_HOSTS: host,
      SQLITE_FILE: join(runDir, 'gym.sqlite'),
    },
  });
  return { siteUrl, serverUrl: urlOf(server), processes: { gym, gymServer }, ...runningOf([gym, gymServer]) };
}
