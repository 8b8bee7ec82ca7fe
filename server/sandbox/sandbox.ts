/** Serves the whole upstream service on loopback: `/v1`, object storage, hosted page and control plane (ENV-02, ENV-04, VER-01). */
import '../core/required-node.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import type { Middleware } from 'koa';
import Koa from 'koa';
import { servePage } from '../core/pages/page-document.ts';
import { servePageFiles } from '../core/pages/page-files.ts';
import { controlPlane } from './control/control-plane.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { ApiError } from './engine/api-error.ts';
import { authenticate, limitRate } from './engine/authentication.ts';
import { guardFromPages } from './engine/browser-guard.ts';
import { errorsToEnvelopes } from './engine/envelope.ts';
import type { Exchange } from './engine/exchange.ts';
import { applyFaults } from './engine/faults.ts';
import { type RequestBody, readBody } from './engine/request-body.ts';
import { journal, watch } from './engine/request-journal.ts';
import { serveRoutes } from './engine/serve-routes.ts';
import { answerParseErrors, rejectInvalidAddress } from './engine/unreadable-requests.ts';
import { type Dispatcher, startDispatcher } from './events/dispatcher.ts';
import { hostedPages } from './hosted/hosted-pages.ts';
import type { Settings } from './settings.ts';
import { type State, stateAtStart } from './state.ts';
import { objectStorage } from './storage/object-storage.ts';
import { linkedPages } from './temporary-links/linked-pages.ts';
import { routes } from './v1/routes.ts';

/** A running sandbox. */
export interface Sandbox {
  /** Origin of all its addresses. */
  url: string;
  /** Cuts all connections and saves the state. */
  close(): Promise<void>;
}

/** Options of {@link startSandbox}. */
export interface SandboxOptions {
  /**
   * Port on 127.0.0.1; 0 takes a free one.
   * @default 0
   */
  port?: number;
  /**
   * Folder that keeps the state across restarts.
   * @default none: the state is only in memory
   */
  dataFolder?: string;
  /**
   * Settings in place of the initial ones, until a reset. Those that `dataFolder` has saved come before them.
   * @default none
   */
  settings?: Partial<Settings>;
  /**
   * Called with every exchange of `/v1`, just before its response is sent. Not called for the faults `status` and
   * `malformed`, or if no response is sent.
   * @default none
   */
  onExchange?: (exchange: Exchange) => void;
}

/**
 * Starts a sandbox in this process.
 *
 * @throws Error if the port is invalid or in use, or the data folder cannot be created or read
 * @example
 * const sandbox = await startSandbox();
 * await fetch(`${sandbox.url}/sandbox/keys`);
 * await sandbox.close();
 */
export async function startSandbox({
  port = 0,
  dataFolder,
  settings = {},
  onExchange,
}: SandboxOptions = {}): Promise<Sandbox> {
  const state = stateAtStart();
  Object.assign(state.settings, settings);
  const folder = dataFolder === undefined ? undefined : openDataFolder(dataFolder, state);
  const dispatcher = startDispatcher(state, folder?.save);
  const respond = service(state, dispatcher, folder, onExchange).callback();
  // The client closes connections: a timer of the server could cut one while a request is on its way.
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 0 }, respond);
  answerParseErrors(server, state);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve, reject) => {
        dispatcher.close();
        server.close(() => (folder?.close() ?? Promise.resolve()).then(resolve, reject));
        server.closeAllConnections();
      }),
  };
}

/** The middleware in the order of a request. */
function service(
  state: State,
  dispatcher: Dispatcher,
  folder: DataFolder | undefined,
  onExchange: SandboxOptions['onExchange'],
): Koa {
  const app = new Koa();
  app.use(rejectInvalidAddress(state));
  app.use(guardFromPages);
  app.use(async (_ctx, next) => {
    await next();
    dispatcher.sendDue();
  });
  if (folder !== undefined) app.use(folder.saveBeforeResponse);
  app.use(readBody);
  app.use(besideV1(pages()));
  app.use(besideV1(linkedPages(state)));
  app.use(besideV1(controlPlane(state, dispatcher)));
  if (onExchange !== undefined) app.use(watch(onExchange));
  app.use(journal(state));
  app.use(besideV1(objectStorage(state)));
  app.use(errorsToEnvelopes(state));
  app.use(besideV1(hostedPages(state)));
  app.use(authenticate(state));
  app.use(limitRate(state));
  app.use(applyFaults(state));
  app.use(serveRoutes(routes, state).routes());
  app.use(() => {
    throw new ApiError(404, 'No such endpoint.');
  });
  return app;
}

/**
 * GET /sandbox and the files of all pages. On that page a person acts as the location and the lab, and sees what
 * partners do. Its data comes from the control plane.
 */
function pages(): Router<RequestBody> {
  const router = new Router<RequestBody>();
  servePage(router, '/sandbox', {
    title: 'Sandbox',
    styles: ['sandbox/operator/page/operator.css'],
    module: 'sandbox/operator/page/operator',
    body: '<sandbox-page><noscript><p>This page needs JavaScript.</p></noscript></sandbox-page>',
  });
  servePageFiles(router, ['sandbox/hosted/page', 'sandbox/operator/page']);
  return router;
}

/** Skips the router for `/v1` requests. */
function besideV1<T>(router: Router<T>): Middleware {
  const serve = router.routes();
  return (ctx, next) =>
    ctx.path.startsWith('/v1/') ? next() : serve(ctx as Parameters<typeof serve>[0], next);
}
