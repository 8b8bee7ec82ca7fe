/** The whole development stack: the sandbox, the partner's server and the clinic's site, each a process of its own. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPages } from './build-pages.ts';
import { devKeys } from './dev-keys.ts';
import { freePort } from './free-port.ts';
import { registerWebhooks } from './register-webhooks.ts';
import { type Death, Service } from './service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const host = '127.0.0.1';
const serviceNames = ['sandbox', 'server', 'site'] as const;
export type ServiceName = (typeof serviceNames)[number];

export interface StackSettings {
  /** Wanted ports; a free one is taken where one is in use, and 0 always takes a free one. @default 4010, 4001, 4000 */
  ports?: Partial<Record<ServiceName, number>>;
  /** @default false */
  quiet?: boolean;
  /** Keys, and a folder for each run. @default ".data" */
  dataDir?: string;
  /** Settings of the partner's server that come before the stack's own. */
  env?: Record<string, string>;
}

export interface Stack {
  siteUrl: string;
  serverUrl: string;
  sandboxUrl: string;
  processes: Record<ServiceName, Service>;
  /** The store and the logs of this run. */
  runDir: string;
  /** Resolves when one process ends without having been asked to. */
  death: Promise<Death>;
  stop(): Promise<void>;
}

export async function startStack(settings: StackSettings = {}): Promise<Stack> {
  const dataDir = settings.dataDir ?? join(root, '.data');
  const say = settings.quiet ? () => {} : (line: string) => console.log(line);
  await buildPages(root, say);
  const keys = await devKeys(join(dataDir, 'dev-keys.json'));
  const ports = {
    sandbox: await freePort(settings.ports?.sandbox ?? 4010, host),
    server: await freePort(settings.ports?.server ?? 4001, host),
    site: await freePort(settings.ports?.site ?? 4000, host),
  };
  const runDir = join(dataDir, `stack-${ports.site}`);
  await emptied(runDir);
  const url = (name: ServiceName) => `http://${host}:${ports[name]}`;
  const logFile = (name: ServiceName) => join(runDir, `${name}.log`);
  const books = {
    CLINIC_URL: url('site'),
    CLINIC_HOOK_SECRET: keys.hookSecret,
  };

  const sandbox = new Service({
    name: 'sandbox',
    command: [join(root, 'server/sandbox/main.ts'), '--port', String(ports.sandbox)],
    env: process.env,
    logFile: logFile('sandbox'),
    readyUrl: `${url('sandbox')}/sandbox/clock`,
  });
  const site = new Service({
    name: 'site',
    command: [join(root, 'examples/full-api/site.ts')],
    env: {
      ...process.env,
      ...books,
      PORT: String(ports.site),
      HOST: host,
      SERVER_URL: url('server'),
      SUBJECT_KEY: JSON.stringify(keys.subject),
      BACKEND_SECRET: keys.backendSecret,
    },
    logFile: logFile('site'),
    readyUrl: `${url('site')}/.well-known/jwks.json`,
  });
  const serverEnv = async () => ({
    ...process.env,
    ...books,
    PORT: String(ports.server),
    HOST: host,
    PUBLIC_URL: url('server'),
    UPSTREAM_URL: url('sandbox'),
    UPSTREAM_API_KEY: await sandboxKey(url('sandbox')),
    UPSTREAM_ENVIRONMENT: 'staging',
    ORIGINS: url('site'),
    SQLITE_FILE: join(runDir, 'partner.sqlite'),
    STORE_KEYS: JSON.stringify(keys.store),
    TOKEN_KEYS: JSON.stringify(keys.token),
    SUBJECT_ISSUER: url('site'),
    BACKEND_SECRETS: keys.backendSecret,
    SUBJECT_JWKS_URL: `${url('site')}/.well-known/jwks.json`,
    SUBJECT_AUDIENCE: url('server'),
    HOOKS_MODULE: join(root, 'examples/full-api/hooks.ts'),
    ...settings.env,
  });

  const started: Service[] = [];
  const stop = async () => {
    await Promise.all(started.map((service) => service.stop()));
  };
  const begin = async (service: Service) => {
    started.push(service);
    await service.start();
    return service;
  };
  try {
    await Promise.all([begin(sandbox), begin(site)]);
    const env = await serverEnv();
    const server = await begin(
      new Service({
        name: 'server',
        command: [join(root, 'server/main.ts')],
        env,
        logFile: logFile('server'),
        readyUrl: `${url('server')}/.well-known/oauth-authorization-server`,
      }),
    );
    await registerWebhooks(env);
    const death = new Promise<Death>((resolve) => {
      for (const service of started) service.onDeath = resolve;
    });
    return {
      siteUrl: url('site'),
      serverUrl: url('server'),
      sandboxUrl: url('sandbox'),
      processes: { sandbox, server, site },
      runDir,
      death,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The sandbox forgets everything when it ends, so a store that outlived it would speak of strangers. */
async function emptied(runDir: string): Promise<void> {
  await rm(runDir, { recursive: true, force: true });
  await mkdir(runDir, { recursive: true });
}

/** A standing key of the sandbox for the branches that the example is provisioned with. */
async function sandboxKey(sandboxUrl: string): Promise<string> {
  const response = await fetch(`${sandboxUrl}/sandbox/keys`);
  const { keys } = (await response.json()) as {
    keys: Record<string, unknown>[];
  };
  const key = keys.find(
    (one) =>
      one.flow === 'full_api' &&
      one.status === 'active' &&
      one.customer_consent_mode === 'service_consent_api' &&
      one.physician_order_mode === 'service_service',
  );
  if (typeof key?.api_key !== 'string') throw new Error('the sandbox has no key for this example');
  return key.api_key;
}
