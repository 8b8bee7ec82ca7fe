/** Starts one partner of the examples, its site and its server, next to a running sandbox. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { webhooksRegister } from '../server/operate/cli/webhooks.ts';
import type { DevSecrets } from './dev-keys.ts';
import { Service, type ServiceExit } from './service.ts';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));
/** Where all processes listen. */
export const host = '127.0.0.1';

/** A running example. */
export interface Running {
  /** Resolves when a process exits although nobody stopped it. */
  unexpectedExit: Promise<ServiceExit>;
  /** Stops all processes. Resolves when they have ended. */
  stop(): Promise<void>;
}

/** @returns their common end */
export const runningOf = (services: readonly Service[]): Running => ({
  unexpectedExit: new Promise((resolve) => {
    for (const service of services) service.onUnexpectedExit = resolve;
  }),
  stop: async () => void (await Promise.all(services.map((service) => service.stop()))),
});

/** A partner. */
export interface PartnerPlan {
  /** The names of both processes, and of their logs. */
  names: { site: string; server: string };
  ports: { site: number; server: number };
  sandboxUrl: string;
  /** Folder with the database and the logs of this run. */
  runDir: string;
  secrets: DevSecrets;
  /** The folder of the site and its hooks. */
  folder: string;
  /** Environment variables of both processes. */
  both: Record<string, string>;
  /** Environment variables of the server; they override those of every example. */
  ofServer: Record<string, string>;
}

/**
 * Starts the site and the server, and registers the server's webhooks with the sandbox.
 * @throws Error with the end of the log if a process does not start; the other is stopped
 */
export async function startPartner(plan: PartnerPlan): Promise<{ site: Service; server: Service }> {
  const { names, ports, runDir, secrets, folder, both } = plan;
  const [siteUrl, serverUrl] = [urlOf(ports.site), urlOf(ports.server)];
  const shared = { ...process.env, HOST: host, ...both };
  const site = new Service({
    name: names.site,
    command: [join(root, folder, 'site.ts')],
    env: {
      ...shared,
      PORT: String(ports.site),
      SERVER_URL: serverUrl,
      SUBJECT_KEY: JSON.stringify(secrets.subject),
      BACKEND_SECRET: secrets.backendSecret,
    },
    logFile: join(runDir, `${names.site}.log`),
    readyUrl: `${siteUrl}/.well-known/jwks.json`,
  });
  const serverEnv = {
    ...shared,
    PORT: String(ports.server),
    PUBLIC_URL: serverUrl,
    UPSTREAM_URL: plan.sandboxUrl,
    ORIGINS: siteUrl,
    STORE_KEYS: JSON.stringify(secrets.store),
    TOKEN_KEYS: JSON.stringify(secrets.token),
    SUBJECT_ISSUER: siteUrl,
    BACKEND_SECRETS: secrets.backendSecret,
    SUBJECT_JWKS_URL: `${siteUrl}/.well-known/jwks.json`,
    SUBJECT_AUDIENCE: serverUrl,
    HOOKS_MODULE: join(root, folder, 'hooks.ts'),
    ...plan.ofServer,
  };
  const server = new Service({
    name: names.server,
    command: [join(root, 'server/main.ts')],
    env: serverEnv,
    logFile: join(runDir, `${names.server}.log`),
    readyUrl: `${serverUrl}/.well-known/oauth-authorization-server`,
  });
  try {
    await Promise.all([site.start(), server.start()]);
    // Within this process: one of its own takes a second of processor time to start.
    const printed: string[] = [];
    const exitCode = await webhooksRegister(serverEnv, {}, (line) => void printed.push(line));
    if (exitCode !== 0) throw new Error(printed.join('\n'));
  } catch (error) {
    await runningOf([site, server]).stop();
    throw error;
  }
  return { site, server };
}

/** The address of a process. */
export const urlOf = (port: number): string => `http://${host}:${port}`;

/** Finds the API key of an active key of the sandbox. @param wanted its configuration. @throws Error if there is none */
export async function sandboxKey(sandboxUrl: string, wanted: Record<string, string>): Promise<string> {
  const response = await fetch(`${sandboxUrl}/sandbox/keys`);
  const { keys } = (await response.json()) as { keys: Record<string, string>[] };
  const properties = Object.entries({ ...wanted, status: 'active' });
  const key = keys.find((each) => properties.every(([name, value]) => each[name] === value));
  if (key?.api_key === undefined) throw new Error('the sandbox has no key for this example');
  return key.api_key;
}
