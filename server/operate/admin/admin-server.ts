/** The admin API and its page, on a port of their own (server/support.md). */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import Router from '@koa/router';
import type { Middleware } from 'koa';
import Koa from 'koa';
import { logBroken, problems } from '../../api/http/problems.ts';
import { requestLog } from '../../api/http/request-log.ts';
import { exactPaths, type Handlers, type RouteContext, routes } from '../../api/http/route.ts';
import { securityHeaders } from '../../api/http/security-headers.ts';
import { serveOpenApi } from '../../api/http/serve-openapi.ts';
import { limitSlowBodies, serverTimeouts } from '../../api/http/server-timeouts.ts';
import { adminOperations } from '../../contract/admin-api/operations.ts';
import { actionsOfRole } from '../../contract/admin-api/operator-roles.ts';
import type { InstallationView } from '../../contract/admin-api/views.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/errors.ts';
import type { Log } from '../../core/observability/log.ts';
import { servePage } from '../../core/pages/page-document.ts';
import { servePageFiles } from '../../core/pages/page-files.ts';
import { readInstallation } from '../support/installation.ts';
import {
  type ActionsDeps,
  createOperatorActions,
  NothingFound,
  type OperatorActions,
} from '../support/operator-actions.ts';
import {
  createPermit,
  type OperatorKey,
  type OperatorState,
  requireOperator,
  requireOwnName,
} from './guards.ts';

/** The settings of the admin API. */
export interface AdminConfig {
  keys: readonly OperatorKey[];
  /** Files in PEM; null on a loopback address. */
  tls: { certificateFile: string; keyFile: string } | null;
}

/**
 * Creates the server of the admin API. It does not listen yet.
 * @throws Error with a sentence for the operator if a file of TLS cannot be read
 * @throws Error of OpenSSL if the certificate or its key is not valid
 */
export function createAdminServer(
  config: AdminConfig,
  deps: ActionsDeps & { log: Log; hasSink: boolean; clock: Clock },
): Server {
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
  const operator = requireOperator(config.keys, deps.clock);
  const permit = createPermit(deps.clock);
  const actions: ActionsOf = ({ state: { operator: key, requestId } }) =>
    createOperatorActions(deps, { name: key.name, requestId, permit: (action) => permit(key, action) });
  const router = routes(
    adminOperations,
    { operator: [operator, reportNothingFound], anyone: [] },
    handlers(actions, () => readInstallation(deps)),
  );
  app.use(router.routes());
  // Who has no key does not learn which routes there are.
  app.use(operator);
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

/**
 * Creates the routes of the admin page and its files. The key that an operator types stays in the memory of the page.
 */
function adminPageRouter(): Router {
  const router = new Router(exactPaths);
  servePage(router, '/', {
    title: 'Booking support',
    styles: ['operate/admin/page/admin.css'],
    module: 'operate/admin/page/admin-page',
    body: '<admin-page><noscript><p>This page needs JavaScript.</p></noscript></admin-page>',
  });
  servePageFiles(router, ['operate/admin/page']);
  return router;
}

const reportNothingFound: Middleware = (_, next) =>
  next().catch((error: unknown) => {
    throw error instanceof NothingFound ? new Problem('nothing_found') : error;
  });

/** Creates the actions of the operator who sent a request. */
type ActionsOf = (ctx: RouteContext<never, OperatorState>) => OperatorActions;

/** The routes of the admin API (contract/admin-api/). */
function handlers(
  actions: ActionsOf,
  installation: () => Promise<InstallationView>,
): Handlers<typeof adminOperations> {
  return {
    'GET /operator': async ({ state: { operator } }: RouteContext<never, OperatorState>) => ({
      name: operator.name,
      role: operator.role,
      actions: actionsOfRole(operator.role),
    }),
    'GET /installation': installation,
    'POST /support/lookup': (ctx, { reference, notes }) => actions(ctx).lookup(reference, { notes }),
    'POST /support/retry': (ctx, { reference }) => actions(ctx).retry(reference),
    'POST /support/list': (ctx, filter) => actions(ctx).waiting(filter),
    'POST /support/retry-parked': (ctx, filter) => actions(ctx).retryParked(filter),
    'POST /support/release': (ctx, { reference }) => actions(ctx).release(reference),
    'POST /support/note': (ctx, { reference, text }) => actions(ctx).note(reference, text),
    'POST /customers/show': (ctx, { subject }) => actions(ctx).show(subject),
    'POST /customers/export': (ctx, { subject }) => actions(ctx).exportCustomer(subject),
    'POST /customers/erase': (ctx, { subject, confirm, even_under_way: evenUnderWay }) => {
      if (confirm !== subject)
        throw new Problem('invalid_fields', {
          fields: [{ path: 'confirm', message: 'Type the id of the customer once more.', code: 'invalid' }],
        });
      return actions(ctx).erase(subject, { yes: true, evenUnderWay });
    },
    'GET /openapi.json': serveOpenApi('admin'),
  };
}
