/** What every request of browsers, the service and the partner's backend passes through. */

import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { Core } from './core.ts';
import { compressJson } from './http/compress-json.ts';
import { cors } from './http/cors.ts';
import { logBroken, problems } from './http/problems.ts';
import { refuseFlow } from './http/refuse-flow.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { limitSlowBodies } from './http/server-timeouts.ts';
import { widgetDirectory, widgetFiles } from './http/widget-files.ts';
import type { Module } from './module.ts';
import { requestSpan } from './observability/request-span.ts';

/**
 * Creates the app: the middleware of all requests, in order, and the modules' routes.
 * @param first the health checks, which have no rate limit, and the limit of all requests after them
 * @throws Error if the widget's build cannot be read or copied
 */
export function createPublicKoa(
  core: Core,
  modules: readonly Module[],
  first: { health: Router; limit: Middleware },
): Koa {
  const { config, log } = core;
  const app = new Koa();
  app.on('error', logBroken(log));
  app.use(requestSpan());
  app.use(requestLog(log, core.accessLog.recordRequest));
  app.use(cors(config.origins));
  app.use(problems(log));
  app.use(compressJson());
  app.use(limitSlowBodies());
  app.use(securityHeaders(config.strictTransport));
  app.use(widgetFiles(widgetDirectory(), config));
  // Before the rate limit: the operator's health checks are frequent.
  app.use(first.health.routes());
  app.use(first.limit);
  if (config.upstreamApiKey === null)
    app.use(refuseFlow('/journeys', 'This server has the key of the co-branded flow alone.'));
  if (!config.handoff) app.use(refuseFlow('/handoffs', 'This server has the key of the full API alone.'));
  // Of one router for all: it answers for the routes that any of them has matched.
  app.use(first.health.allowedMethods());
  for (const { router } of modules) if (router) app.use(routesOf(router));
  return app;
}

/**
 * Runs the routes of a router for paths that begin with the segment of one of them. A router tests a path against each
 * of its routes.
 */
function routesOf(router: Router): Middleware {
  const routes = router.routes();
  const paths = router.stack.filter(({ methods }) => methods.length > 0).map(({ path }) => String(path));
  const segments = new Set(paths.map(firstSegment));
  const routed: Middleware = (ctx, next) =>
    segments.has(firstSegment(ctx.path)) ? routes(ctx as RouterContext, next) : next();
  // As the middleware of a router names its router.
  return Object.assign(routed, { router });
}

/** The part of a path between its first two slashes. No route has a parameter there. */
function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path : path.slice(0, end);
}
