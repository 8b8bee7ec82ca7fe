/** The server as a process: it starts from the environment, and stops at a signal. */
import { type App, createApp } from './app.ts';
import { type Config, readSettings, tellFaults } from './config/config.ts';
import { loadAdapter } from './config/load-adapter.ts';
import { loadHooks } from './config/load-hooks.ts';
import { describeError } from './core/observability/describe-error.ts';
import { createLog, type Log } from './core/observability/log.ts';
import { version } from './core/version.ts';
import { listen } from './listen.ts';
import type { Tuning } from './open-core.ts';

/** Ends the process with a sentence for the operator, without a stack trace. */
function refuseToStart(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

/** Listens on all ports. The port of users is last, so that the others are open when the server is ready. */
async function listenAll(app: App, config: Config, log: Log): Promise<void> {
  const { PORT, HOST, METRICS_PORT, METRICS_HOST, ADMIN_PORT, ADMIN_HOST } = config;
  if (app.metricsServer) {
    const port = await listen(app.metricsServer, METRICS_PORT, METRICS_HOST, 'METRICS_PORT');
    log('metrics.listening', { host: METRICS_HOST, port });
  }
  if (app.adminServer) {
    const port = await listen(app.adminServer, ADMIN_PORT, ADMIN_HOST, 'ADMIN_PORT');
    log('admin.listening', { host: ADMIN_HOST, port });
  }
  log('server.listening', { host: HOST, port: await listen(app.server, PORT, HOST, 'PORT') });
}

/** Runs the server until a signal stops it. Ends the process with a sentence for the operator if it cannot start. */
export async function runServer(tuning: Tuning = {}): Promise<void> {
  const settings = readSettings(process.env);
  const loaded = await loadHooks(process.env);
  const adapted = await loadAdapter(process.env);
  if ('faults' in settings || 'faults' in loaded || 'faults' in adapted)
    refuseToStart(
      tellFaults([settings, loaded, adapted].flatMap((read) => ('faults' in read ? read.faults : []))),
    );
  const { config } = settings;
  const { hooks } = loaded;
  const { adapter } = adapted;

  const log = createLog(config.LOG_LEVEL);
  log('server.starting', { version: version() });
  const app = await createApp({ config, hooks, adapter, log, tuning }).catch((error: unknown) =>
    refuseToStart(error instanceof Error ? error.message : 'The server cannot start.'),
  );

  await listenAll(app, config, log).catch((error: Error) => refuseToStart(error.message));
  let stopping = false;
  /** Stops in order, once. @param code of the process, if it stops in time */
  const stop = (code: 0 | 1) => {
    stopping = true;
    void app.close().then(
      () => process.exit(code),
      () => process.exit(1),
    );
    // If the store does not respond: writes are stored already, and their leases expire.
    setTimeout(() => process.exit(1), tuning.stopsWithinMs ?? 9_000).unref();
  };
  // SIGHUP stops too: the new process reads the settings and the files of secrets again.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A repeated signal changes nothing: a terminal sends it to npm and to this process at once.
      if (stopping) return;
      log('server.stopping', { signal });
      stop(0);
    });
  }
  // By default Node prints the text of the error, which may hold data, and ends all requests. A rejection that nobody waits
  // for, such as of a hook, leaves the server as it is; after an exception nobody knows.
  process.on('unhandledRejection', (error) => app.log('process.rejected', describeError(error)));
  process.on('uncaughtException', (error) => {
    app.log('process.failed', describeError(error));
    if (!stopping) stop(1);
  });
}
