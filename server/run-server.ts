/** The server as a process: it starts from the environment, and stops at a signal. */
import { createApp } from './app.ts';
import { readSettings, tellFaults } from './config/config.ts';
import { loadAdapter } from './config/load-adapter.ts';
import { loadHooks } from './config/load-hooks.ts';
import { createLog } from './core/observability/log.ts';
import type { Tuning } from './open-core.ts';

/** The limit for the stop if the store does not respond: writes are stored already, and their leases expire. */
const stopsWithinMs = 9_000;

/** Ends the process with a sentence for the operator, without a stack trace. */
function refuseToStart(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
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
  const app = await createApp({ config, hooks, adapter, log, tuning }).catch((error: unknown) =>
    refuseToStart(error instanceof Error ? error.message : 'The server cannot start.'),
  );

  const cannotListen = (setting: string) => (error: NodeJS.ErrnoException) =>
    refuseToStart(`${setting} cannot be listened on (${error.code}).`);

  app.server.once('error', cannotListen('PORT'));
  app.server.listen(config.PORT, config.HOST, () => {
    const address = app.server.address();
    log('server.listening', {
      host: config.HOST,
      port: typeof address === 'object' ? address?.port : config.PORT,
    });
  });

  if (app.metricsServer) {
    const { METRICS_PORT: port, METRICS_HOST: host } = config;
    app.metricsServer.once('error', cannotListen('METRICS_PORT'));
    app.metricsServer.listen(port, host, () => log('metrics.listening', { host, port }));
  }

  if (app.adminServer) {
    const { ADMIN_PORT: port, ADMIN_HOST: host } = config;
    app.adminServer.once('error', cannotListen('ADMIN_PORT'));
    app.adminServer.listen(port, host, () => log('admin.listening', { host, port }));
  }

  let stopping = false;
  // SIGHUP stops too: the new process reads the settings and the files of secrets again.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A repeated signal changes nothing: a terminal sends it to npm and to this process at once.
      if (stopping) return;
      stopping = true;
      log('server.stopping', { signal });
      void app.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
      setTimeout(() => process.exit(1), stopsWithinMs).unref();
    });
  }
}
