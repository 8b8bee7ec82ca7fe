/** Reads the form of a token request (RFC 6749 3.2): small, each field once; an empty field counts as absent. */
import type { Context } from 'koa';
import { BodyUnreadable, readBody } from '../http/body.ts';
import { OAuthError } from './oauth-error.ts';

/** Room for a subject token of 8 kB, its type and the other fields, percent-encoded. */
const limitBytes = 16 * 1024;

/**
 * Reads and parses the form.
 * @returns the fields that are not empty, by name
 * @throws OAuthError 400, 413 or 415 `invalid_request`; Problem 429 as `readBody`
 */
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
    return new TextDecoder().decode(await readBody(ctx, limitBytes));
  } catch (error) {
    if (!(error instanceof BodyUnreadable)) throw error;
    if (error.reason === 'too_large') throw new OAuthError('invalid_request', 'the body is too large', 413);
    throw new OAuthError('invalid_request', 'the body could not be read');
  }
}
