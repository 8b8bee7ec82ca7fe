/**
 * The server inside another Node server of the partner: Express, Fastify, Koa, Hono, Next.js or plain `node:http`. It
 * is the entry of the package `@dx-booking/server`.
 */
import './core/required-node.ts';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type App, createApp } from './app.ts';
import { type Config, readSettings, tellFaults } from './config/config.ts';
import { findUnknown, readGiven } from './config/given-settings.ts';
import { loadAdapter } from './config/load-adapter.ts';
import { loadHooks } from './config/load-hooks.ts';
import { hookFaults } from './config/requirements.ts';
import type { FirstStep } from './contract/first-step-options.ts';
import { createLog } from './core/observability/log.ts';
import { listen } from './listen.ts';
import type { Hooks } from './partner/hooks.ts';
import { withDeadlines } from './partner/hooks-http/with-deadlines.ts';

export type * from './contract/first-step-options.ts';
export type * from './partner/hooks.ts';

/** The options of {@link createBookingServer}. */
export interface BookingServerOptions {
  /**
   * The settings by their names, as strings; README.md lists them. PORT and HOST are not used, and the path of
   * PUBLIC_URL is where the server is mounted.
   * @default process.env
   */
  config?: Record<string, string | undefined>;
  /** The hooks. @default the module or the address that the settings name */
  hooks?: Hooks;
}

/** Runs inside one process for as long as the partner's server does. */
export interface BookingServer {
  /**
   * Handles one request. Its address may have the path of PUBLIC_URL in front, or the partner's router may have removed
   * it. Until `start` has resolved, and after `close`, each response is a 503.
   */
  listener: RequestListener;
  /**
   * Opens the database and begins the background work. A later call has the result of the first one, until that fails or
   * `close` is called.
   * @throws Error for the operator: one sentence if the database cannot be opened or a port is in use, or a line for each
   *   fault of the hooks and the adapter
   */
  start(): Promise<void>;
  /**
   * Makes the first step of `<dx-booking>` as markup, for the HTML of a page: put it into the tag, unescaped. The
   * customer sees it before any script has loaded. It has nothing of a user in it, so the page can be cached for minutes.
   * @throws Error if `start` has not resolved
   * @example
   * const markup = await booking.firstStep({ attributes: { 'test-types': 'DEXA' } });
   * response.send(`<dx-booking server="/dx" test-types="DEXA">${markup}</dx-booking>`);
   */
  firstStep: FirstStep;
  /**
   * Resolves when the server has nothing to do now: no request is running, no stored work is due, and no timer is due.
   * Work that is due later, such as a retry, does not count. For your tests.
   * @throws Error if `start` has not resolved, or the database does not respond
   */
  idle(): Promise<void>;
  /** Ends live streams, finishes or releases running work, and closes the database; within nine seconds. */
  close(): Promise<void>;
}

/**
 * Creates the server for use inside another one.
 *
 * @throws Error that lists every setting at fault, without values
 * @example
 * const booking = createBookingServer({ config: { ...process.env, PUBLIC_URL: 'https://clinic.example/dx' }, hooks });
 * await booking.start();
 * app.use('/dx', booking.listener); // Express, before express.json()
 * process.once('SIGTERM', () => booking.close());
 */
export function createBookingServer({
  config: given = process.env,
  hooks,
}: BookingServerOptions): BookingServer {
  // The partner's server listens, and its PORT can be the path of a pipe.
  const env = { ...given, PORT: '0', HOST: undefined };
  const config = readHosted(env, hooks);
  const { pathname } = new URL(config.PUBLIC_URL);
  const base = pathname.replace(/\/$/, '');
  let started: Promise<App> | null = null;
  let closed: Promise<void> = Promise.resolve();
  let app: App | null = null;

  async function open(): Promise<App> {
    const loaded = hooks ? { hooks: withDeadlines(hooks) } : await loadHooks(env);
    const adapted = await loadAdapter(env);
    if ('faults' in loaded || 'faults' in adapted)
      throw new Error(tellFaults([loaded, adapted].flatMap((read) => ('faults' in read ? read.faults : []))));
    const log = createLog(config.LOG_LEVEL);
    for (const { name, near } of findUnknown(env)) log('settings.unknown', { setting: name, near });
    const opened = await createApp({ config, ...loaded, ...adapted, log });
    try {
      const { metricsServer, adminServer } = opened;
      const { METRICS_PORT, METRICS_HOST, ADMIN_PORT, ADMIN_HOST } = config;
      if (metricsServer) await listen(metricsServer, METRICS_PORT, METRICS_HOST, 'METRICS_PORT');
      if (adminServer) await listen(adminServer, ADMIN_PORT, ADMIN_HOST, 'ADMIN_PORT');
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  }

  async function end(opening: Promise<App>): Promise<void> {
    const running = await opening.catch(() => null);
    try {
      await running?.close();
    } finally {
      if (app === running) app = null;
    }
  }

  return {
    listener(request, response) {
      if (!app) return notStarted(response);
      removeBase(request, base);
      app.listener(request, response);
    },
    async start() {
      // The ports of a server that closes are free when it has closed.
      started ??= closed.catch(() => {}).then(open);
      const opening = started;
      try {
        app = await opening;
      } catch (error) {
        if (started === opening) started = null;
        throw error;
      }
    },
    async firstStep(options) {
      if (!app) throw new Error(notStartedTitle);
      return app.firstStep(options);
    },
    async idle() {
      if (!app) throw new Error(notStartedTitle);
      await app.idle();
    },
    close() {
      if (started) closed = end(started);
      started = null;
      return closed;
    },
  };
}

/** Reads the settings of a server with hooks of its host. @throws Error that lists every setting at fault */
function readHosted(env: NodeJS.ProcessEnv, hooks: Hooks | undefined): Config {
  // The environment of the partner's server has names of its own.
  const settings = readSettings(env, { refuseUnknown: false });
  const { env: given } = readGiven(env);
  const faults = [
    ...('faults' in settings ? settings.faults : []),
    ...(hooks ? hookFaults(given, { hooks, hooksSetting: 'hooks' }) : []),
  ];
  if ('faults' in settings || faults.length > 0) throw new Error(tellFaults(faults));
  return settings.config;
}

const notStartedTitle = 'The booking server has not started.';

function notStarted(response: ServerResponse): void {
  response.writeHead(503, { 'Content-Type': 'application/problem+json', 'Retry-After': '1' });
  const type = 'urn:dx-booking:problem:stopping';
  response.end(JSON.stringify({ type, title: notStartedTitle, status: 503, code: 'stopping' }));
}

/** Removes the path of PUBLIC_URL, unless the partner's router has done so (`originalUrl` is then another). */
function removeBase(request: IncomingMessage & { originalUrl?: string }, base: string): void {
  const { url = '/', originalUrl = url } = request;
  if (base === '' || url !== originalUrl || !url.startsWith(base)) return;
  const rest = url.slice(base.length);
  if (rest === '' || /^[/?]/.test(rest)) request.url = rest.startsWith('/') ? rest : `/${rest}`;
}
