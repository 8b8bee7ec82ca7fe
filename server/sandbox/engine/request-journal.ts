/** The journal of requests that the control plane shows, without bodies and secrets. */
import { hash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { State } from '../state.ts';
import { nowOf } from './clock.ts';
import type { JournalRow } from './engine-state.ts';
import type { Exchange } from './exchange.ts';
import type { FaultState } from './faults.ts';
import type { RequestBody } from './request-body.ts';

/** The address of a hosted page, whose token is a secret. */
const hostedPage = /^(\/hosted\/schedule\/)[^/]+/;
/** The address of an upload, whose query is a secret. */
const upload = /^\/storage\/uploads\//;

/** Creates the middleware that adds the requests to `/v1`, to the storage and to hosted pages to the journal. */
export function journal(state: State): Middleware<RequestBody> {
  return async (ctx, next) => {
    const { path } = ctx;
    if (!path.startsWith('/v1/') && !hostedPage.test(path) && !upload.test(path)) return next();
    const row = addRow(state, ctx);
    await next();
    // It stays null if the connection was cut.
    if (!ctx.req.socket.destroyed) row.status = ctx.status;
  };
}

function addRow(state: State, ctx: Context & { state: RequestBody }): JournalRow {
  const { path, querystring } = ctx;
  const { bytes } = ctx.state;
  const n = state.requests.size + 1;
  const row: JournalRow = {
    n,
    at: nowOf(state.clock).toISOString(),
    method: ctx.method,
    path: path.replace(hostedPage, '$1*'),
    query: upload.test(path) ? '' : querystring,
    api_key_prefix: /^([^.]+)\./.exec(ctx.get('x-api-key'))?.[1] ?? null,
    idempotency_key: ctx.get('idempotency-key') || null,
    body_sha256: bytes.length === 0 ? null : hash('sha256', bytes),
    status: null,
  };
  state.requests.set(String(n), row);
  // The row as the state has it: a data folder notices what changes in it after the request has waited.
  return state.requests.get(String(n)) ?? row;
}

/**
 * Creates the middleware that calls `onExchange` just before each `/v1` response. It omits the responses of the faults
 * `status` and `malformed`, and those that are never sent.
 */
export function watch(onExchange: (exchange: Exchange) => void): Middleware<RequestBody & FaultState> {
  return async (ctx, next) => {
    await next();
    const { bytes, scripted = false } = ctx.state;
    if (!ctx.path.startsWith('/v1/') || scripted || ctx.respond === false) return;
    onExchange({
      method: ctx.method,
      path: ctx.path,
      query: ctx.query,
      requestHeaders: ctx.headers,
      requestBytes: bytes,
      status: ctx.status,
      contentType: ctx.type,
      responseBody: ctx.body,
    });
  };
}
