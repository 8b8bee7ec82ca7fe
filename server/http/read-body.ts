/** Reads request bodies for all callers; each caller has its own limit and its own errors. */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import getRawBody from 'raw-body';

/** The body is too large, or its connection ended before it was complete. */
export class BodyUnreadable extends Error {
  readonly reason: 'too_large' | 'cut_short';

  constructor(reason: BodyUnreadable['reason']) {
    super(`the body is ${reason}`);
    this.name = 'BodyUnreadable';
    this.reason = reason;
  }
}

/**
 * Reads the raw bytes of a body. Inside another server, a parser may have read them before: its bytes (`rawBody`) are
 * used then, or else what it parsed (`body`), written again. A webhook whose signature does not fit the rewritten bytes
 * is refused.
 *
 * @param limitBytes the largest body in bytes
 * @throws BodyUnreadable; the connection then ends with the response, because the rest of the body is not read
 */
export async function readBody(ctx: Context, limitBytes: number): Promise<Buffer> {
  try {
    const { rawBody, body } = ctx.req as ParsedRequest;
    if (rawBody instanceof Uint8Array) return within(limitBytes, Buffer.from(rawBody));
    if (ctx.req.readableEnded && body !== undefined)
      return within(limitBytes, bytesOf(body, Boolean(ctx.is('json'))));
    return await getRawBody(ctx.req, { limit: limitBytes, length: ctx.request.length });
  } catch (error) {
    ctx.set('Connection', 'close');
    if (error instanceof BodyUnreadable) throw error;
    const tooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large';
    throw new BodyUnreadable(tooLarge ? 'too_large' : 'cut_short');
  }
}

/** What body parsers leave on a request. */
interface ParsedRequest extends IncomingMessage {
  rawBody?: unknown;
  body?: Uint8Array | string | Record<string, string>;
}

/** The bytes or the text that a parser has left, or what it has made of them, written again. */
function bytesOf(body: NonNullable<ParsedRequest['body']>, isJson: boolean): Buffer {
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body as string);
  return Buffer.from(isJson ? JSON.stringify(body) : String(new URLSearchParams(body)));
}

function within(limitBytes: number, bytes: Buffer): Buffer {
  if (bytes.length > limitBytes) throw new BodyUnreadable('too_large');
  return bytes;
}
