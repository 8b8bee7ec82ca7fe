/** Starts an operator's server for the commands under test. */
import { onTestFinished } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config/config.ts';
import { silentLog } from '../../../server/core/observability/log.ts';
import { watchApi } from '../../support/api-exchanges.ts';
import type { operator } from '../../support/operator.ts';
import { hooks } from '../../support/partner-hooks.ts';

export async function startServer(
  installation: Pick<Awaited<ReturnType<typeof operator>>, 'env'>,
): Promise<void> {
  const config = readConfig(installation.env);
  const app = await createApp({ config, hooks, log: silentLog });
  watchApi(app.server);
  await new Promise<void>((done) => app.server.listen(config.PORT, '127.0.0.1', done));
  onTestFinished(() => app.close());
}
