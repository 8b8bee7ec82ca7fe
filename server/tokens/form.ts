/** Reads a token request's form (RFC 6749 3.2): small, each field once, an empty field the same as none. */
import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { OAuthError } from './oauth-error.ts';

/** A subject token of 8 kB, its type and the rest, percent-encoded. */
const limitBytes = 16 * 1024;

export async function readForm(ctx: Context): Promise<ReadonlyMap<string, string>> {
  if (!ctx.is('application/x-www-form-urlencoded')) {
    throw new OAuthError('invalid_request', 'the body must be application/x-www-form-urlencoded', 415);
  }
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(await readText(ctx))) {
    if (form.has(name)) throw new OAuthError('invalid_request', 'a field was sent twice');
    form.set(name, value);
  }
  return new Map([...form].filter(([, value]) => value !== ''));
}

async function readText(ctx: Context): Promise<string> {
  try {
    const length = ctx.get('Content-Length') || null;
    return await getRawBody(ctx.req, { limit: limitBytes, length, encoding: 'utf-8' });
  } catch (error) {
    const tooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large';
    if (tooLarge) throw new OAuthError('invalid_request', 'the body is too large', 413);
    throw new OAuthError('invalid_request', 'the body could not be read');
  }
}
