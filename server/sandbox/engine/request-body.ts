/** Reads request bodies once, as bytes, and parses them as JSON within size limits (GAP-111). */
import { buffer } from 'node:stream/consumers';
import type { Middleware } from 'koa';
import { ApiError } from './api-error.ts';

/** Koa's state behind the reader of bodies. */
export interface RequestBody {
  bytes: Buffer;
}

const maxBytes = 1024 * 1024;
const maxCharacters = 4096;
const maxDepth = 32;
/** A shorter body cannot exceed the length of a text, and cannot nest deeply enough to exhaust a stack. */
const minCheckedBytes = 2048;

/**
 * Middleware that puts the bytes of the request into `ctx.state`. It does not respond if the client disconnects first.
 */
export const readBody: Middleware<RequestBody> = async (ctx, next) => {
  const bytes = await buffer(ctx.req).catch(() => null);
  if (bytes === null) {
    ctx.respond = false;
    return;
  }
  ctx.state.bytes = bytes;
  await next();
};

/**
 * Parses a body as JSON.
 * @returns undefined for an empty body
 * @throws ApiError 413 over 1 MiB; 400 for invalid JSON, a text over 4,096 characters, or more than 32 levels in a body
 *   over 2,048 bytes
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (bytes.length > maxBytes) throw new ApiError(413, `The request body is over ${maxBytes} bytes.`);
  const body = parsed(bytes);
  if (bytes.length > minCheckedBytes) checkSizes(body);
  return body;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new ApiError(400, 'The request body is not valid JSON.', ['body: not valid JSON']);
  }
}

function checkSizes(body: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: body, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && value.length > maxCharacters)
      throw sizeError(`a text is over ${maxCharacters} characters`);
    if (typeof value !== 'object' || value === null) continue;
    if (depth === maxDepth) throw sizeError(`it is nested over ${maxDepth} levels deep`);
    for (const inner of Object.values(value)) waiting.push({ value: inner, depth: depth + 1 });
  }
}

function sizeError(fault: string): ApiError {
  return new ApiError(400, `The request body is not valid: ${fault}.`, [`body: ${fault}`]);
}
