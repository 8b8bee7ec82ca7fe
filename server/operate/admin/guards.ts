/** Checks each request to the admin port: it must have a name of this server, and the key of an operator. */
import { createHash, randomBytes, timingSafeEqual, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Middleware } from 'koa';
import { networksOf } from '../../api/http/client-address.ts';
import { createRateLimit } from '../../api/http/rate-limit.ts';
import {
  actionsOfRole,
  type OperatorAction,
  type OperatorRole,
} from '../../contract/admin-api/operator-roles.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/errors.ts';
import { isLoopback } from '../../core/secure-url.ts';

/** Koa's state behind {@link requireOperator}. */
export interface OperatorState {
  operator: OperatorKey;
  requestId: string;
}

/** Wrong keys of one address in a minute. */
const wrongKeysPerMinute = 10;
/** Exports of one key in an hour, at one server. */
const exportsPerHour = 20;

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
 * key of an operator. After ten wrong keys in a minute, further wrong keys of an address get 429 `too_many_requests` for
 * the rest of it.
 */
export function requireOperator(keys: readonly OperatorKey[], { elapsed }: Clock): Middleware<OperatorState> {
  const limit = createRateLimit(wrongKeysPerMinute, elapsed);
  return (ctx, next) => {
    const key = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization'))?.[1];
    const operator = key === undefined ? undefined : operatorOf(keys, key);
    if (!operator) {
      // A right key is never limited: an operator can have the same address as the sender of wrong keys.
      const networks = networksOf(ctx.req.socket.remoteAddress ?? '');
      const over = networks.find(({ name, share }) => limit.isReached(name, share));
      if (over) throw limit.refusal(over.name);
      for (const { name } of networks) if (key !== undefined) limit.count(name);
      throw new Problem('operator_key_invalid', { headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    ctx.state.operator = operator;
    return next();
  };
}

/**
 * Creates the function that throws before an action that the operator may not do: Problem 403 `operator_not_allowed` if
 * the role does not allow it, and 429 `too_many_requests` after 20 exports in an hour with the same key.
 */
export function createPermit({ elapsed }: Clock): (operator: OperatorKey, action: OperatorAction) => void {
  const exported = createRateLimit(exportsPerHour, elapsed, { windowMs: 60 * 60_000 });
  return ({ role, hash }, action) => {
    if (!actionsOfRole(role).includes(action)) throw new Problem('operator_not_allowed');
    if (action === 'export') exported.spend(hash.toString('hex'));
  };
}

/**
 * An operator, and the hash of the operator's key, as ADMIN_KEYS holds them. A key has 256 random bits, so nobody can
 * guess it from its hash.
 */
export interface OperatorKey {
  name: string;
  role: OperatorRole;
  /** SHA-256 of the key. */
  hash: Buffer;
}

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/**
 * Creates a random key for an operator.
 * @param name not checked here (`operatorKeys` in config/kinds.ts)
 * @returns the key, which is stored nowhere, and its entry of ADMIN_KEYS: `NAME:ROLE:HASH` with the SHA-256 in
 * hexadecimal
 */
export function newOperatorKey(name: string, role: OperatorRole): { key: string; entry: string } {
  const key = `dxa_${randomBytes(32).toString('base64url')}`;
  return { key, entry: `${name}:${role}:${hashOf(key).toString('hex')}` };
}

/** Finds the operator of a key, in constant time for every key. @returns undefined for an unknown key */
export function operatorOf(keys: readonly OperatorKey[], key: string): OperatorKey | undefined {
  const hash = hashOf(key);
  return keys.filter((each) => timingSafeEqual(each.hash, hash))[0];
}
