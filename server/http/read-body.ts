/** The one reader of request bodies; each caller has its own limit and its own errors. */
import type { Context } from 'koa';
import getRawBody from 'raw-body';

/** A body that is too large, or whose connection ended before it was whole. */
export class BodyUnreadable extends Error {
  readonly reason: 'too_large' | 'cut_short';

  constructor(reason: BodyUnreadable['reason']) {
    super(`the body is ${reason}`);
    this.name = 'BodyUnreadable';
    this.reason = reason;
  }
}

/**
 * Reads the bytes of a body as they came, before any parser.
 *
 * @param limitBytes the largest body
 * @throws BodyUnreadable; the connection then ends with the response, since the rest of the body is not read
 */
export async function readBody(ctx: Context, limitBytes: number): Promise<Buffer> {
  try {
    return await getRawBody(ctx.req, { limit: limitBytes, length: ctx.request.length });
  } catch (error) {
    ctx.set('Connection', 'close');
    const tooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large';
    throw new BodyUnreadable(tooLarge ? 'too_large' : 'cut_short');
  }
}
