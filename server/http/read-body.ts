/** Reads request bodies for all callers; each caller has its own limit and its own errors. */
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
 * Reads the raw bytes of a body.
 * @param limitBytes the largest body in bytes
 * @throws BodyUnreadable; the connection then ends with the response, because the rest of the body is not read
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
