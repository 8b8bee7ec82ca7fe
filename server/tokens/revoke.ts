/**
 * POST /revoke: the partner's backend ends every widget token of a user when the user signs out
 * (contract/token-api.ts).
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { revokeRequest, roles } from '../contract/token-api.ts';
import { Problem } from '../errors.ts';
import { readJson } from '../http/body.ts';
import { parseInput } from '../http/parse-input.ts';
import type { Revocations } from './revocations.ts';

/**
 * Creates the handler of POST /revoke. The handler throws Problem 401 `backend_secret_invalid`, 422 `invalid_fields`,
 * 501 `revocation_not_configured` if there are no secrets, 400, 413 or 415 as `readJson`, and StoreUnavailable.
 * @param secrets BACKEND_SECRETS
 */
export function revoke(secrets: readonly string[], revocations: Revocations): Middleware {
  const digests = secrets.map(digestOf);

  return async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    if (digests.length === 0) throw new Problem('revocation_not_configured');
    if (!isBackend(ctx, digests))
      throw new Problem('backend_secret_invalid', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    const { subject, role } = parseInput(revokeRequest, await readJson(ctx));
    for (const each of role === undefined ? roles : [role]) await revocations.revoke({ subject, role: each });
    ctx.status = 204;
  };
}

/** Compares in constant time, for every secret and every input. */
function isBackend(ctx: Context, digests: readonly Buffer[]): boolean {
  const shown = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization'))?.[1];
  if (shown === undefined) return false;
  const digest = digestOf(shown);
  return digests.filter((each) => timingSafeEqual(each, digest)).length > 0;
}

const digestOf = (secret: string) => createHash('sha256').update(secret).digest();
