/** The middleware of every request of browsers, the service and the partner's backend. */
import { gzipSync } from 'node:zlib';
import koaCors from '@koa/cors';
import type Router from '@koa/router';
import type { Middleware } from 'koa';
import Koa from 'koa';
import { logBroken, problems } from './api/http/problems.ts';
import { requestLog } from './api/http/request-log.ts';
import { securityHeaders } from './api/http/security-headers.ts';
import { limitSlowBodies } from './api/http/server-timeouts.ts';
import { widgetDirectory, widgetFiles } from './api/http/widget-files.ts';
import { customerWordsOf } from './config/customer-words.ts';
import { Problem } from './core/errors.ts';
import type { Module } from './core/module.ts';
import { requestSpan } from './core/observability/spans.ts';
import type { Core } from './open-core.ts';

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
  app.use(cors(config.ORIGINS));
  app.use(problems(log, customerWordsOf(config).terms.contact));
  app.use(compressJson());
  app.use(limitSlowBodies());
  app.use(
    securityHeaders({ maxAge: config.HSTS_MAX_AGE_SECONDS, includeSubDomains: config.HSTS_SUBDOMAINS }),
  );
  const { WIDGET_RELEASES_DIR: releasesDirectory = null, PUBLIC_URL: publicUrl } = config;
  app.use(widgetFiles(widgetDirectory(), { releasesDirectory, publicUrl }));
  // Before the rate limit: the operator's health checks are frequent.
  app.use(first.health.routes());
  app.use(first.limit);
  if (!config.UPSTREAM_API_KEY)
    app.use(refuseFlow('/journeys', 'This server has the key of the co-branded flow alone.'));
  if (!config.HANDOFF_API_KEY)
    app.use(refuseFlow('/handoffs', 'This server has the key of the full API alone.'));
  // Of one router for all: it answers for the routes that any of them has matched.
  app.use(first.health.allowedMethods());
  for (const { router } of modules) if (router) app.use(router.routes());
  return app;
}

/**
 * Creates the middleware that refuses the routes of a flow without an API key (HND-06). It throws Problem 501
 * `flow_not_configured`.
 * @param prefix such as `/handoffs`
 * @param title the sentence of the problem
 */
function refuseFlow(prefix: string, title: string): Middleware {
  return (ctx, next) => {
    const isOfTheFlow = ctx.path === prefix || ctx.path.startsWith(`${prefix}/`);
    if (isOfTheFlow) throw new Problem('flow_not_configured', { title });
    return next();
  };
}

/**
 * The headers that the widget sends, and any that other scripts of the page add to its requests, such as those of
 * monitoring. No header gives a page more rights: a browser sends no cookies here, and any other client can send what
 * it likes. `*` does not cover Authorization.
 */
const headers = ['Authorization', 'Content-Type', 'DPoP', 'If-Match', 'Last-Event-ID', '*'];

/** The longest time for which a browser keeps the result of a preflight, in seconds: Firefox a day, Chromium two hours, Safari ten minutes. */
const preflightSeconds = 86_400;

/**
 * Creates the middleware that allows pages of these origins to call the server (CORS): letter for letter, without
 * credentials, since there are no cookies.
 */
export function cors(origins: readonly string[]): Middleware {
  const allowed = new Set(origins);
  return koaCors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return allowed.has(origin) ? origin : '';
    },
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: headers,
    exposeHeaders: ['DPoP-Nonce', 'ETag', 'Retry-After', 'WWW-Authenticate'],
    maxAge: preflightSeconds,
  });
}

/** A response that is not larger fills one packet in any case. */
const leastBytes = 1024;

/** Faster than the default, for hardly more bytes. */
const level = 4;

/**
 * Creates the middleware that compresses JSON of more than one kilobyte if the client accepts gzip: a month of times
 * then arrives much faster on a mobile line. SECURITY.md says why the length of a compressed response reveals nothing.
 */
export function compressJson(): Middleware {
  return async (ctx, next) => {
    await next();
    if (!isJson(ctx.body)) return;
    ctx.vary('Accept-Encoding');
    if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') return;
    const text = JSON.stringify(ctx.body);
    // Koa would serialize the body again.
    ctx.body = text;
    if (Buffer.byteLength(text) <= leastBytes) return;
    ctx.set('Content-Encoding', 'gzip');
    // A view is small: to pass it to another thread and back would take longer than to compress it.
    ctx.body = gzipSync(text, { level });
  };
}

/** Whether Koa would send the body as JSON. Files and streams are objects of a class. */
function isJson(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === Array.prototype;
}
