/** Reads a request's body: of the one type and size that the route takes, as UTF-8, or a problem that says what to mend. */
import type { Context, Middleware } from 'koa';
import getRawBody from 'raw-body';
import { Problem } from '../errors.ts';

export const largestBodyBytes = 64 * 1024;

declare module 'koa' {
  interface Request {
    /** What `jsonBody` read; to be parsed by the route's schema. */
    body?: unknown;
  }
}

/** Puts the parsed JSON on `ctx.request.body`; undefined where the request carries no body. */
export function jsonBody(limitBytes = largestBodyBytes): Middleware {
  return async (ctx, next) => {
    const text = hasBody(ctx) ? await readText(ctx, 'application/json', limitBytes) : '';
    ctx.request.body = text === '' ? undefined : parseJson(text);
    await next();
  };
}

/** @throws Problem 413, 415 or 400 */
export async function readText(ctx: Context, type: string, limitBytes = largestBodyBytes): Promise<string> {
  const charset = ctx.request.charset.toLowerCase();
  if (!ctx.is(type) || (charset !== '' && charset !== 'utf-8') || ctx.get('Content-Encoding'))
    throw new Problem(415, 'unsupported_media_type', `Send ${type}, in UTF-8 and not compressed.`);
  let bytes: Buffer;
  try {
    bytes = await getRawBody(ctx.req, { limit: limitBytes, length: ctx.request.length });
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'entity.too.large') {
      // What is still coming is not read: the connection ends with the answer.
      ctx.set('Connection', 'close');
      throw new Problem(413, 'body_too_large', `A body holds at most ${limitBytes} bytes.`);
    }
    throw new Problem(400, 'malformed_body', 'The body did not arrive whole.');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem(400, 'malformed_body', 'The body is not UTF-8.');
  }
}

const hasBody = (ctx: Context) => ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, 'malformed_json', 'The body is not JSON.');
  }
}
