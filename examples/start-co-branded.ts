/** The co-branded example beside a running stack: the gym's site and a server with the gym's key, over the stack's sandbox. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { devKeys } from './dev-keys.ts';
import { freePort } from './free-port.ts';
import { registerWebhooks } from './register-webhooks.ts';
import { type Death, Service } from './service.ts';
import type { Stack } from './start-stack.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const host = '127.0.0.1';

export interface CoBranded {
  siteUrl: string;
  serverUrl: string;
  processes: Record<'gymServer' | 'gym', Service>;
  /** Resolves when one process ends without having been asked to. */
  death: Promise<Death>;
  stop(): Promise<void>;
}

/** @param ports wanted ones; 0 takes a free one. @default 4002 for the site, 4003 for its server */
export async function startCoBranded(
  stack: Pick<Stack, 'sandboxUrl' | 'runDir'>,
  ports: { site?: number; server?: number } = {},
  /** Settings of the partner's server that come before the example's own. */
  over: Record<string, string> = {},
  /** Whether the sandbox tells its events; without them the server finds out by reading. */
  webhooks = true,
): Promise<CoBranded> {
  const { sandboxUrl, runDir } = stack;
  const keys = await devKeys(join(dirname(runDir), 'dev-keys.json'));
  const sitePort = String(await freePort(ports.site ?? 4002, host));
  const serverPort = String(await freePort(ports.server ?? 4003, host));
  const siteUrl = `http://${host}:${sitePort}`;
  const serverUrl = `http://${host}:${serverPort}`;
  const environment = {
    ...process.env,
    HOST: host,
    GYM_URL: siteUrl,
    GYM_HOOK_SECRET: keys.hookSecret,
    UPSTREAM_URL: sandboxUrl,
    HANDOFF_API_KEY: await coBrandedKey(sandboxUrl),
    HANDOFF_ORIGIN: sandboxUrl,
  };
  const process_ = (name: string, script: string, readyUrl: string, env: Record<string, string>) =>
    new Service({
      name,
      command: [join(root, script)],
      env: { ...environment, ...env },
      logFile: join(runDir, `${name}.log`),
      readyUrl,
    });

  const gym = process_('gym', 'examples/co-branded/site.ts', `${siteUrl}/.well-known/jwks.json`, {
    PORT: sitePort,
    SERVER_URL: serverUrl,
    SUBJECT_KEY: JSON.stringify(keys.subject),
    BACKEND_SECRET: keys.backendSecret,
  });
  const ready = `${serverUrl}/.well-known/oauth-authorization-server`;
  const settings = {
    PORT: serverPort,
    PUBLIC_URL: serverUrl,
    UPSTREAM_API_KEY: '',
    HANDOFF_ALLOWED_HOSTS: host,
    ORIGINS: siteUrl,
    SQLITE_FILE: join(runDir, 'gym.sqlite'),
    STORE_KEYS: JSON.stringify(keys.store),
    TOKEN_KEYS: JSON.stringify(keys.token),
    SUBJECT_ISSUER: siteUrl,
    BACKEND_SECRETS: keys.backendSecret,
    SUBJECT_JWKS_URL: `${siteUrl}/.well-known/jwks.json`,
    SUBJECT_AUDIENCE: serverUrl,
    HOOKS_MODULE: join(root, 'examples/co-branded/hooks.ts'),
    ...over,
  };
  const gymServer = process_('gym-server', 'server/main.ts', ready, settings);

  const both = [gym, gymServer];
  const stop = async () => {
    await Promise.all(both.map((service) => service.stop()));
  };
  try {
    await Promise.all(both.map((service) => service.start()));
    if (webhooks) await registerWebhooks({ ...environment, ...settings });
  } catch (error) {
    await stop();
    throw error;
  }
  const death = new Promise<Death>((resolve) => {
    for (const service of both) service.onDeath = resolve;
  });
  return { siteUrl, serverUrl, processes: { gym, gymServer }, death, stop };
}

async function coBrandedKey(sandboxUrl: string): Promise<string> {
  const response = await fetch(`${sandboxUrl}/sandbox/keys`);
  const { keys } = (await response.json()) as { keys: { flow: string; status: string; api_key: string }[] };
  const key = keys.find(({ flow, status }) => flow === 'co_branded' && status === 'active');
  if (!key) throw new Error('the sandbox has no key for the co-branded example');
  return key.api_key;
}
