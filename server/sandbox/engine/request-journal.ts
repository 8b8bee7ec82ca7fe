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

/** Creates the middleware that adds the requests to `/v1` and to hosted pages to the journal. */
export function journal(state: State): Middleware<RequestBody> {
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/v1/') && !hostedPage.test(ctx.path)) return next();
    const { bytes } = ctx.state;
    const row = openRow(state, ctx, ctx.querystring);
    row.path = ctx.path.replace(hostedPage, '$1*');
    row.body_sha256 = bytes.length === 0 ? null : hash('sha256', bytes);
    await next();
    closeRow(row, ctx);
  };
}

/**
 * Adds a row to the journal. The caller sets its `body_sha256`, and its status with `closeRow`.
 * @param query the query string for the journal; the caller removes secrets
 */
export function openRow(state: State, ctx: Context, query: string): JournalRow {
  const n = state.requests.size + 1;
  const row: JournalRow = {
    n,
    at: nowOf(state.clock).toISOString(),
    method: ctx.method,
    path: ctx.path,
    query,
    api_key_prefix: /^([^.]+)\./.exec(ctx.get('x-api-key'))?.[1] ?? null,
    idempotency_key: ctx.get('idempotency-key') || null,
    body_sha256: null,
    status: null,
  };
  state.requests.set(String(n), row);
  // The row as the state has it: a data folder notices what changes in it after the request has waited.
  return state.requests.get(String(n)) ?? row;
}

/** Records the status of the response; it stays null if the connection was cut. */
export function closeRow(row: JournalRow, ctx: Context): void {
  if (!ctx.req.socket.destroyed) row.status = ctx.status;
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
