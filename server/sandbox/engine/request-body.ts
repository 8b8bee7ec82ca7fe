/** The raw bytes of a request, read once for everyone, and their reading as JSON. */
import { buffer } from 'node:stream/consumers';
import type { Middleware } from 'koa';
import { Refusal } from './refusal.ts';

export interface RequestBody {
  bytes: Buffer;
}

export const readBody: Middleware<RequestBody> = async (ctx, next) => {
  ctx.state.bytes = await buffer(ctx.req);
  await next();
};

/** undefined without a body. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Refusal(400, 'The request body is not valid JSON.', ['body: not valid JSON']);
  }
}
