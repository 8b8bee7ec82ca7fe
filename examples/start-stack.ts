/** Starts the development stack: the sandbox, the partner's server and the clinic's site, each as a process. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/core/free-port.ts';
import { buildPages } from './build-pages.ts';
import { type DevSecrets, devSecrets } from './dev-keys.ts';
import { registerWebhooks } from './register-webhooks.ts';
import { Service, type ServiceExit } from './service.ts';

/** What the clinic says about money, in each language of its site. */
const refundTerms = {
  REFUND_IF_UNCONFIRMED: 'You get all your money back.',
  REFUND_IF_UNCONFIRMED_ES: 'Le devolvemos todo su dinero.',
  REFUND_IF_UNCONFIRMED_DE: 'Sie erhalten Ihr Geld vollständig zurück.',
  REFUND_IF_UNCONFIRMED_AR: 'نعيد إليك كامل المبلغ.',
  ...Object.fromEntries(
    ['REFUND_IF_STOPPED', 'REFUND_IF_CLINIC_CANCELS'].flatMap((name) => [
      [name, 'You get all your money back within 5 business days.'],
      [`${name}_ES`, 'Le devolvemos todo su dinero en 5 días hábiles.'],
      [`${name}_DE`, 'Sie erhalten Ihr Geld innerhalb von 5 Werktagen vollständig zurück.'],
      [`${name}_AR`, 'نعيد إليك كامل المبلغ خلال 5 أيام عمل.'],
    ]),
  ),
};

const root = fileURLToPath(new URL('..', import.meta.url));
const host = '127.0.0.1';
export type ServiceName = 'sandbox' | 'server' | 'site';

/** What differs from the stack of the guide. */
export interface StackSettings {
  /** Preferred ports. A port that is in use is replaced by a free one; 0 always takes a free one. @default 4010, 4001, 4000 */
  ports?: Partial<Record<ServiceName, number>>;
  /** @default false */
  quiet?: boolean;
  /** Folder for the keys and for the files of each run. @default ".data" */
  dataDir?: string;
  /** Environment variables of the partner's server; they override the stack's own. */
  env?: Record<string, string>;
  /** The program of the partner's server. @default "server/main.ts" */
  program?: string;
}

/** The running development stack. */
export interface Stack {
  siteUrl: string;
  serverUrl: string;
  sandboxUrl: string;
  processes: Record<ServiceName, Service>;
  /** Folder with the database and the logs of this run. */
  runDir: string;
  /** Resolves when a process exits although nobody stopped it. */
  unexpectedExit: Promise<ServiceExit>;
  /** Stops all processes. Resolves when they have ended. */
  stop(): Promise<void>;
}

/**
 * Starts the stack and registers the server's webhooks with the sandbox.
 * @throws Error with the end of the log if a process does not start; the others are stopped
 */
export async function startStack(settings: StackSettings = {}): Promise<Stack> {
  const dataDir = settings.dataDir ?? join(root, '.data');
  const log = settings.quiet ? () => {} : (line: string) => console.log(line);
  await buildPages(root, log);
  const run = await prepareRun(dataDir, settings.ports ?? {});
  const { urls, runDir } = run;

  const started: Service[] = [];
  const stop = async () => {
    await Promise.all(started.map((service) => service.stop()));
  };
  const start = async (service: Service) => {
    started.push(service);
    await service.start();
    return service;
  };
  try {
    const [sandbox, site] = await Promise.all([start(sandboxService(run)), start(siteService(run))]);
    const serverEnv = await serverEnvironment(run, settings.env ?? {});
    const server = await start(serverService(run, serverEnv, settings.program));
    await registerWebhooks(serverEnv);
    const unexpectedExit = new Promise<ServiceExit>((resolve) => {
      for (const service of started) service.onUnexpectedExit = resolve;
    });
    return {
      siteUrl: urls.site,
      serverUrl: urls.server,
      sandboxUrl: urls.sandbox,
      processes: { sandbox, server, site },
      runDir,
      unexpectedExit,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The ports, addresses, secrets and files of one run. */
interface Run {
  ports: Record<ServiceName, number>;
  urls: Record<ServiceName, string>;
  secrets: DevSecrets;
  runDir: string;
}

async function prepareRun(dataDir: string, wanted: Partial<Record<ServiceName, number>>): Promise<Run> {
  const ports = {
    sandbox: await freePort(wanted.sandbox ?? 4010, host),
    server: await freePort(wanted.server ?? 4001, host),
    site: await freePort(wanted.site ?? 4000, host),
  };
  const url = (name: ServiceName) => `http://${host}:${ports[name]}`;
  const runDir = join(dataDir, `stack-${ports.site}`);
  // The sandbox keeps nothing between runs, so a database of an earlier run would name records that do not exist.
  await rm(runDir, { recursive: true, force: true });
  await mkdir(runDir, { recursive: true });
  return {
    ports,
    urls: { sandbox: url('sandbox'), server: url('server'), site: url('site') },
    secrets: await devSecrets(join(dataDir, 'dev-keys.json')),
    runDir,
  };
}

function sandboxService({ ports, urls, runDir }: Run): Service {
  return new Service({
    name: 'sandbox',
    command: [join(root, 'server/sandbox/main.ts'), '--port', String(ports.sandbox)],
    env: process.env,
    logFile: join(runDir, 'sandbox.log'),
    readyUrl: `${urls.sandbox}/sandbox/clock`,
  });
}

function siteService({ ports, urls, secrets, runDir }: Run): Service {
  return new Service({
    name: 'site',
    command: [join(root, 'examples/full-api/site.ts')],
    env: {
      ...process.env,
      PORT: String(ports.site),
      HOST: host,
      CLINIC_URL: urls.site,
      CLINIC_HOOK_SECRET: secrets.hookSecret,
      SERVER_URL: urls.server,
      SUBJECT_KEY: JSON.stringify(secrets.subject),
      BACKEND_SECRET: secrets.backendSecret,
    },
    logFile: join(runDir, 'site.log'),
    readyUrl: `${urls.site}/.well-known/jwks.json`,
  });
}

function serverService({ urls, runDir }: Run, env: NodeJS.ProcessEnv, program = 'server/main.ts'): Service {
  return new Service({
    name: 'server',
    command: [join(root, program)],
    env,
    logFile: join(runDir, 'server.log'),
    readyUrl: `${urls.server}/.well-known/oauth-authorization-server`,
  });
}

/** Needs a running sandbox, which issues the API key. */
async function serverEnvironment(
  { ports, urls, secrets, runDir }: Run,
  overrides: Record<string, string>,
): Promise<NodeJS.ProcessEnv> {
  return {
    ...process.env,
    PORT: String(ports.server),
    HOST: host,
    PUBLIC_URL: urls.server,
    UPSTREAM_URL: urls.sandbox,
    UPSTREAM_API_KEY: await fullApiKey(urls.sandbox),
    UPSTREAM_ENVIRONMENT: 'staging',
    ORIGINS: urls.site,
    SQLITE_FILE: join(runDir, 'partner.sqlite'),
    STORE_KEYS: JSON.stringify(secrets.store),
    TOKEN_KEYS: JSON.stringify(secrets.token),
    SUBJECT_ISSUER: urls.site,
    BACKEND_SECRETS: secrets.backendSecret,
    SUBJECT_JWKS_URL: `${urls.site}/.well-known/jwks.json`,
    SUBJECT_AUDIENCE: urls.server,
    HOOKS_MODULE: join(root, 'examples/full-api/hooks.ts'),
    APPOINTMENTS_URL: `${urls.site}/appointments`,
    SUPPORT_PHONE: '(555) 010-0142',
    ...refundTerms,
    BOOKING_URL: `${urls.site}/book`,
    CONFIRMATION_HOURS: '48',
    CLINIC_URL: urls.site,
    CLINIC_HOOK_SECRET: secrets.hookSecret,
    ...overrides,
  };
}

/** The sandbox's key for the configuration that the example uses. */
async function fullApiKey(sandboxUrl: string): Promise<string> {
  const response = await fetch(`${sandboxUrl}/sandbox/keys`);
  const { keys } = (await response.json()) as { keys: Record<string, unknown>[] };
  const key = keys.find(
    ({ flow, status, customer_consent_mode, physician_order_mode }) =>
      flow === 'full_api' &&
      status === 'active' &&
      customer_consent_mode === 'service_consent_api' &&
      physician_order_mode === 'service_service',
  );
  if (typeof key?.api_key !== 'string') throw new Error('the sandbox has no key for this example');
  return key.api_key;
}
