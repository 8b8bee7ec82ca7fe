/** Starts the development stack: the sandbox, the partner's server and the clinic's site, each as a process. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../server/core/free-port.ts';
import { buildPages } from './build-pages.ts';
import { devSecrets } from './dev-keys.ts';
import { Service } from './service.ts';
import { host, type Running, root, runningOf, sandboxKey, startPartner, urlOf } from './start-partner.ts';

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
}

/** The running development stack. */
export interface Stack extends Running {
  siteUrl: string;
  serverUrl: string;
  sandboxUrl: string;
  processes: Record<ServiceName, Service>;
  /** Folder with the database and the logs of this run. */
  runDir: string;
}

/**
 * Starts the stack and registers the server's webhooks with the sandbox.
 * @throws Error with the end of the log if a process does not start; the others are stopped
 */
export async function startStack(settings: StackSettings = {}): Promise<Stack> {
  const dataDir = settings.dataDir ?? join(root, '.data');
  const wanted = settings.ports ?? {};
  await buildPages(root, settings.quiet ? () => {} : (line: string) => console.log(line));
  const ports = {
    sandbox: await freePort(wanted.sandbox ?? 4010, host),
    server: await freePort(wanted.server ?? 4001, host),
    site: await freePort(wanted.site ?? 4000, host),
  };
  const [siteUrl, sandboxUrl] = [urlOf(ports.site), urlOf(ports.sandbox)];
  const runDir = join(dataDir, `stack-${ports.site}`);
  // The sandbox keeps nothing between runs, so a database of an earlier run would name records that do not exist.
  await rm(runDir, { recursive: true, force: true });
  await mkdir(runDir, { recursive: true });
  const secrets = await devSecrets(join(dataDir, 'dev-keys.json'));
  const sandbox = new Service({
    name: 'sandbox',
    command: [join(root, 'server/sandbox/main.ts'), '--port', String(ports.sandbox)],
    env: process.env,
    logFile: join(runDir, 'sandbox.log'),
    readyUrl: `${sandboxUrl}/sandbox/clock`,
  });
  try {
    await sandbox.start();
    const { site, server } = await startPartner({
      names: { site: 'site', server: 'server' },
      ...{ ports, sandboxUrl, runDir, secrets },
      folder: 'examples/full-api',
      both: { CLINIC_URL: siteUrl, CLINIC_HOOK_SECRET: secrets.hookSecret },
      ofServer: {
        UPSTREAM_API_KEY: await sandboxKey(sandboxUrl, exampleKey),
        UPSTREAM_ENVIRONMENT: 'staging',
        SQLITE_FILE: join(runDir, 'partner.sqlite'),
        APPOINTMENTS_URL: `${siteUrl}/appointments`,
        SUPPORT_PHONE: '(555) 010-0142',
        ...refundTerms,
        BOOKING_URL: `${siteUrl}/book`,
        CONFIRMATION_HOURS: '48',
        ...settings.env,
      },
    });
    const processes = { sandbox, server, site };
    const running = runningOf(Object.values(processes));
    return { siteUrl, serverUrl: urlOf(ports.server), sandboxUrl, processes, runDir, ...running };
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
}

/** The configuration that the example uses. */
const exampleKey = {
  flow: 'full_api',
  customer_consent_mode: 'service_consent_api',
  physician_order_mode: 'service_service',
};
