/** The admin API and its page, on a port of their own (server/support.md). */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import Koa from 'koa';
import { openApiRouter } from '../http/openapi-router.ts';
import { logBroken, problems } from '../http/problems.ts';
import { requestLog } from '../http/request-log.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { limitSlowBodies, serverTimeouts } from '../http/server-timeouts.ts';
import type { Log } from '../observability/log.ts';
import { type ActionsDeps, createOperatorActions } from '../support/operator-actions.ts';
import { adminPageRouter } from './admin-page.ts';
import { requireOperator, requireOwnName } from './guards.ts';
import type { OperatorKey } from './operator-keys.ts';
import { adminRouter } from './routes.ts';

/** The settings of the admin API. */
export interface AdminConfig {
  port: number;
  host: string;
  keys: readonly OperatorKey[];
  /** Files in PEM; null on a loopback address. */
  tls: { certificateFile: string; keyFile: string } | null;
}

/**
 * Creates the server of the admin API. It does not listen yet.
 * @throws Error with a sentence for the operator if a file of TLS cannot be read
 * @throws Error of OpenSSL if the certificate or its key is not valid
 */
export function createAdminServer(config: AdminConfig, deps: ActionsDeps & { log: Log }): Server {
  const { log } = deps;
  const tls = config.tls && readTls(config.tls);
  const app = new Koa();
  app.on('error', logBroken(log));
  // The actions record themselves: they know the customer.
  app.use(requestLog(log, () => {}));
  app.use(problems(log));
  app.use(limitSlowBodies());
  app.use(securityHeaders({ maxAge: 0, includeSubDomains: false }));
  app.use(requireOwnName(tls?.cert ?? null));
  app.use((ctx, next) => {
    ctx.set({ 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' });
    return next();
  });
  app.use(adminPageRouter().routes());
  app.use(openApiRouter('admin').routes());
  app.use(requireOperator(config.keys));
  const router = adminRouter(({ operator, requestId }) =>
    createOperatorActions(deps, { name: operator, requestId }),
  );
  app.use(router.routes());
  app.use(router.allowedMethods());
  const listener = app.callback();
  return tls
    ? createTlsServer({ ...serverTimeouts, ...tls }, listener)
    : createServer(serverTimeouts, listener);
}

function readTls({ certificateFile, keyFile }: NonNullable<AdminConfig['tls']>) {
  try {
    return { cert: readFileSync(certificateFile), key: readFileSync(keyFile) };
  } catch {
    throw new Error('ADMIN_TLS_CERT_FILE or ADMIN_TLS_KEY_FILE cannot be read.');
  }
}
