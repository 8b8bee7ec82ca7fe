/**
 * What a request adds to the access log. The operations of the API declare it, so that a route cannot forget it: an
 * operation without `access` does not compile, and test/http/openapi.test.ts finds a route without an operation.
 */
import type { Context } from 'koa';
import type { OperationAccess } from '../contract/server-api/access.ts';
import type { Operation } from '../contract/server-api/operation.ts';
import { operations } from '../contract/server-api/operations.ts';
import type { Session } from '../contract/token-api.ts';
import { recordFound, recordIdOf, routeOf } from '../http/request-record.ts';
import type { AccessEntry, AccessOutcome, Actor } from './entry.ts';

const tooManyRequests = 429;
const notFound = 404;
const forbidden = 403;

/**
 * Makes the entry of a request whose status is final. Null if the operation touches no health data, if nobody was signed
 * in and no signature was valid, or if the rate limit refused the request before any work.
 */
export function entryOf(ctx: Context): AccessEntry | null {
  const access = accessOf(ctx);
  const actor = actorOf(ctx);
  if (!access || 'none' in access || !actor || ctx.status === tooManyRequests) return null;
  const { record: kind, action } = access;
  return {
    actor,
    customerId: customerOf(ctx, actor),
    record: { kind, id: recordIdOf(ctx) ?? null },
    action,
    outcome: outcomeOf(ctx.status),
    status: ctx.status,
    requestId: ctx.state.requestId,
  };
}

/** What each operation declares, by its method and its route as the router names it. */
const accessByRoute = new Map(
  Object.entries<Operation>(operations).map(([name, { access }]) => [
    name.replaceAll(/\{(\w+)\}/g, ':$1'),
    access,
  ]),
);

function accessOf(ctx: Context): OperationAccess | undefined {
  const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
  return accessByRoute.get(`${method} ${routeOf(ctx)}`);
}

function actorOf(ctx: Context): Actor | null {
  const session: Session | undefined = ctx.state.session;
  if (session) return { role: session.role, id: session.subject };
  // Only the route of deliveries finds a record without a session, after it has verified the signature.
  return recordFound(ctx) ? { role: 'service' } : null;
}

/** A customer's own record, unless the server says that it is none. */
function customerOf(ctx: Context, actor: Actor): string | null {
  const found = recordFound(ctx)?.customerId;
  if (found !== undefined) return found;
  const isOwn = actor.role === 'customer' && ctx.status !== notFound && ctx.status !== forbidden;
  return isOwn ? actor.id : null;
}

function outcomeOf(status: number): AccessOutcome {
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}
