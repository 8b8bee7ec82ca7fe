/** What a request to the admin port must have: a name of this server, and the key of an operator. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Middleware } from 'koa';
import { Problem } from '../errors.ts';
import { networksOf } from '../http/networks-of.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { isLoopback } from '../secure-url.ts';
import { type OperatorKey, operatorOf } from './operator-keys.ts';

/** Koa's state behind {@link requireOperator}. */
export interface OperatorState {
  /** The name of the operator. */
  operator: string;
  requestId: string;
}

/** Wrong keys of one address in a minute. */
const wrongKeysPerMinute = 10;

/**
 * Creates the middleware that throws Problem 421 `host_not_allowed` for a request under another name than this
 * server's. A page of another site could otherwise reach the port through a name that resolves to this machine.
 * @param certificate the server's certificate in PEM; null without TLS: then only loopback names are allowed
 * @throws Error if the certificate is not valid
 */
export function requireOwnName(certificate: Buffer | null): Middleware {
  const names = certificate && new X509Certificate(certificate);
  function isOwn(hostname: string): boolean {
    if (isLoopback({ hostname })) return true;
    const ip = hostname.replace(/^\[|\]$/g, '');
    return Boolean(isIP(ip) ? names?.checkIP(ip) : names?.checkHost(hostname));
  }
  return (ctx, next) => {
    if (!isOwn(ctx.URL.hostname ?? '')) throw new Problem('host_not_allowed');
    return next();
  };
}

/**
 * Creates the middleware that sets `operator` in Koa's state. It throws Problem 401 `operator_key_invalid` without the
 * key of an operator. After ten wrong keys in a minute, an address gets 429 `too_many_requests` for the rest of it.
 */
export function requireOperator(keys: readonly OperatorKey[]): Middleware<OperatorState> {
  const limit = createRateLimit(wrongKeysPerMinute);
  return (ctx, next) => {
    const networks = networksOf(ctx.req.socket.remoteAddress ?? '');
    const over = networks.find(({ name, share }) => limit.isReached(name, share));
    if (over) throw limit.refusal(over.name);
    const key = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization'))?.[1];
    const operator = key === undefined ? null : operatorOf(keys, key);
    if (operator === null) {
      for (const { name } of networks) if (key !== undefined) limit.count(name);
      throw new Problem('operator_key_invalid', { headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    ctx.state.operator = operator;
    return next();
  };
}
