/** What every request of browsers, the service and the partner's backend passes through. */
import type Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { Core } from './core.ts';
import { cors } from './http/cors.ts';
import { logBroken, problems } from './http/problems.ts';
import { refuseFlow } from './http/refuse-flow.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { limitSlowBodies } from './http/server-timeouts.ts';
import { widgetDirectory, widgetFiles } from './http/widget-files.ts';
import type { Module } from './module.ts';
import { requestSpan } from './observability/request-span.ts';

/** Creates the app: the middleware of all requests, in order, and the modules' routes. */
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
  app.use(limitSlowBodies());
  app.use(securityHeaders(config.strictTransport));
  app.use(widgetFiles(widgetDirectory(), config));
  // Before the rate limit: the operator's health checks are frequent.
  app.use(first.health.routes());
  app.use(first.limit);
  if (config.upstreamApiKey === null)
    app.use(refuseFlow('/journeys', 'This server has the key of the co-branded flow alone.'));
  if (!config.handoff) app.use(refuseFlow('/handoffs', 'This server has the key of the full API alone.'));
  for (const { router } of modules) {
    if (!router) continue;
    app.use(router.routes());
    app.use(router.allowedMethods());
  }
  return app;
}
