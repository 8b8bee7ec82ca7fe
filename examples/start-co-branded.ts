/** Starts the co-branded example next to a running stack: the gym's site, and a server with the gym's key on the same sandbox. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/core/free-port.ts';
import { type DevSecrets, devSecrets } from './dev-keys.ts';
import { registerWebhooks } from './register-webhooks.ts';
import { Service, type ServiceExit } from './service.ts';
import type { Stack } from './start-stack.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const host = '127.0.0.1';

/** The running co-branded example. */
export interface CoBranded {
  siteUrl: string;
  serverUrl: string;
  processes: Record<'gymServer' | 'gym', Service>;
  /** Resolves when a process exits although nobody stopped it. */
  unexpectedExit: Promise<ServiceExit>;
  stop(): Promise<void>;
}

/**
 * Starts the gym's site and its server.
 * @param ports preferred ports; 0 takes a free one. @default 4002 for the site, 4003 for the server
 * @param overrides environment variables of the server; they override the example's own
 * @param webhooks whether the sandbox sends its events to the server; without them the server finds changes by reading
 * @throws Error with the end of the log if a process does not start; the other is stopped
 */
export async function startCoBranded(
  { sandboxUrl, runDir }: Pick<Stack, 'sandboxUrl' | 'runDir'>,
  ports: { site?: number; server?: number } = {},
  overrides: Record<string, string> = {},
  webhooks = true,
): Promise<CoBranded> {
  const secrets = await devSecrets(join(dirname(runDir), 'dev-keys.json'));
  const sitePort = await freePort(ports.site ?? 4002, host);
  const serverPort = await freePort(ports.server ?? 4003, host);
  const siteUrl = `http://${host}:${sitePort}`;
  const serverUrl = `http://${host}:${serverPort}`;
  const shared = {
    ...process.env,
    HOST: host,
    GYM_URL: siteUrl,
    GYM_HOOK_SECRET: secrets.hookSecret,
    UPSTREAM_URL: sandboxUrl,
    HANDOFF_API_KEY: await coBrandedKey(sandboxUrl),
    HANDOFF_ORIGIN: sandboxUrl,
  };
  const gym = new Service({
    name: 'gym',
    command: [join(root, 'examples/co-branded/site.ts')],
    env: {
      ...shared,
      PORT: String(sitePort),
      SERVER_URL: serverUrl,
      SUBJECT_KEY: JSON.stringify(secrets.subject),
      BACKEND_SECRET: secrets.backendSecret,
    },
    logFile: join(runDir, 'gym.log'),
    readyUrl: `${siteUrl}/.well-known/jwks.json`,
  });
  const serverEnv = {
    ...shared,
    PORT: String(serverPort),
    ...serverSettings(secrets, { siteUrl, serverUrl, runDir }),
    ...overrides,
  };
  const gymServer = new Service({
    name: 'gym-server',
    command: [join(root, 'server/main.ts')],
    env: serverEnv,
    logFile: join(runDir, 'gym-server.log'),
    readyUrl: `${serverUrl}/.well-known/oauth-authorization-server`,
  });

  const services = [gym, gymServer];
  const stop = async () => {
    await Promise.all(services.map((service) => service.stop()));
  };
  try {
    await Promise.all(services.map((service) => service.start()));
    if (webhooks) await registerWebhooks(serverEnv);
  } catch (error) {
    await stop();
    throw error;
  }
  const unexpectedExit = new Promise<ServiceExit>((resolve) => {
    for (const service of services) service.onUnexpectedExit = resolve;
  });
  return { siteUrl, serverUrl, processes: { gym, gymServer }, unexpectedExit, stop };
}

/** Settings of the gym's server: co-branded flow only, so it has no Full API key. */
function serverSettings(
  secrets: DevSecrets,
  { siteUrl, serverUrl, runDir }: { siteUrl: string; serverUrl: string; runDir: string },
) {
  return {
    PUBLIC_URL: serverUrl,
    UPSTREAM_API_KEY: '',
    HANDOFF_ALLOWED_HOSTS: host,
    ORIGINS: siteUrl,
    SQLITE_FILE: join(runDir, 'gym.sqlite'),
    STORE_KEYS: JSON.stringify(secrets.store),
    TOKEN_KEYS: JSON.stringify(secrets.token),
    SUBJECT_ISSUER: siteUrl,
    BACKEND_SECRETS: secrets.backendSecret,
    SUBJECT_JWKS_URL: `${siteUrl}/.well-known/jwks.json`,
    SUBJECT_AUDIENCE: serverUrl,
    HOOKS_MODULE: join(root, 'examples/co-branded/hooks.ts'),
  };
}

async function coBrandedKey(sandboxUrl: string): Promise<string> {
  const response = await fetch(`${sandboxUrl}/sandbox/keys`);
  const { keys } = (await response.json()) as { keys: { flow: string; status: string; api_key: string }[] };
  const key = keys.find(({ flow, status }) => flow === 'co_branded' && status === 'active');
  if (!key) throw new Error('the sandbox has no key for the co-branded example');
  return key.api_key;
}
