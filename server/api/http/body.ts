/** Reads request bodies, within the memory that this process has for them, and JSON: at most 64 kB, in UTF-8. */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { z } from 'zod';
import { Problem } from '../../core/errors.ts';

const largestBodyBytes = 64 * 1024;
/** More than any request nests, and far less than overflows the stack of a recursive reader. */
const deepestNesting = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON body.
 * @returns the parsed body; undefined for a request without one
 * @throws Problem 413, 415 or 400
 */
export async function readJson(ctx: Context): Promise<unknown> {
  return hasBody(ctx) ? parseJson(await readText(ctx)) : undefined;
}

async function readText(ctx: Context): Promise<string> {
  const charset = ctx.request.charset.toLowerCase();
  if (!ctx.is('application/json') || (charset !== '' && charset !== 'utf-8') || ctx.get('Content-Encoding'))
    throw new Problem('unsupported_media_type');
  const bytes = await readBody(ctx, largestBodyBytes).catch((error: unknown) => {
    if (!(error instanceof BodyUnreadable)) throw error;
    if (error.reason === 'too_large')
      throw new Problem('body_too_large', { title: `A body holds at most ${largestBodyBytes} bytes.` });
    throw new Problem('malformed_body', { title: 'The body did not arrive completely.' });
  });
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem('malformed_body', { title: 'The body is not UTF-8.' });
  }
}

/** Whether a request has a body. */
export const hasBody = (ctx: Context) => ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0;

/** Parses JSON text from a request. @throws Problem 400 for text that is not JSON, or nests too deep */
export function parseJson(text: string): unknown {
  if (depthOf(text) > deepestNesting)
    throw new Problem('body_too_deep', {
      title: `A body nests objects and lists at most ${deepestNesting} deep.`,
    });
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('malformed_json');
  }
}

/** The nesting depth of brackets outside strings, in one pass. The parser decides whether the text is JSON. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isInString = !isInString;
    else if (isInString && character === '\\') at += 1;
    else if (!isInString && (character === '[' || character === '{')) deepest = Math.max(deepest, ++depth);
    else if (!isInString && (character === ']' || character === '}')) depth -= 1;
  }
  return deepest;
}

/**
 * Parses the content of a request.
 * @param fieldsOf the member from which the paths of invalid fields start. @default the content
 * @throws Problem 422 with the invalid fields, at most 50
 */
export function parseBody<T>(schema: z.ZodType<T>, content: unknown, fieldsOf?: string): T {
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  const fields = result.error.issues.slice(0, 50).map(({ path, message }) => ({
    path: path.slice(path[0] === fieldsOf ? 1 : 0).join('.'),
    message,
    code: 'invalid',
  }));
  throw new Problem('invalid_fields', { fields });
}

/** The body is too large, or its connection ended before it was complete. */
export class BodyUnreadable extends Error {
  readonly reason: 'too_large' | 'cut_short';

  constructor(reason: BodyUnreadable['reason']) {
    super(`the body is ${reason}`);
    this.reason = reason;
  }
}

/**
 * Reads the raw bytes of a body. Inside another server, a parser may have read them before: its bytes (`rawBody`) are
 * used then, or else what it parsed (`body`), written again. A webhook whose signature does not fit the rewritten bytes
 * is refused.
 *
 * @param limitBytes the largest body in bytes
 * @throws BodyUnreadable; Problem 429 `too_many_requests` if this process is receiving too many bytes. The rest of the
 *   body is not read
 */
export async function readBody(ctx: Context, limitBytes: number): Promise<Buffer> {
  const { rawBody, body } = ctx.req as ParsedRequest;
  if (rawBody instanceof Uint8Array) return within(limitBytes, Buffer.from(rawBody));
  if (ctx.req.readableEnded && body !== undefined)
    return within(limitBytes, bytesOf(body, Boolean(ctx.is('json'))));
  if ((ctx.request.length ?? 0) > limitBytes) throw new BodyUnreadable('too_large');
  return receive(ctx, limitBytes);
}

/** The memory of all bodies that this process is receiving. */
const memoryBytes = 16 * 1024 * 1024;
/** Most bodies arrive soon after others have. */
const retryAfterSeconds = 2;

/** A body that is arriving. */
interface Arriving {
  /** What has arrived, and room for more. */
  bytes: Buffer;
  refuse: (error: Error) => void;
}

const arriving = new Set<Arriving>();
let arrivingBytes = 0;

/**
 * Receives a body in one piece of memory: each chunk by itself takes a hundred bytes and more, and a client can send
 * chunks of one byte. If the memory is full, the largest body that is arriving is refused. So a client that sends much
 * and slowly keeps nobody from sending the small body of a usual request.
 */
function receive({ req, res }: Context, limitBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const body: Arriving = { bytes: Buffer.alloc(0), refuse: (error) => end(() => reject(error)) };
  let length = 0;

  function onData(chunk: Buffer): void {
    const longer = length + chunk.length;
    if (longer > limitBytes) body.refuse(new BodyUnreadable('too_large'));
    else {
      if (longer > body.bytes.length) grow(body, Math.min(limitBytes, Math.max(longer, 2 * length)));
      body.bytes.set(chunk, length);
      length = longer;
    }
  }
  const onEnd = () => end(() => resolve(body.bytes.subarray(0, length)));
  const cutShort = () => body.refuse(new BodyUnreadable('cut_short'));
  function end(settle: () => void): void {
    req.off('data', onData).off('end', onEnd).off('close', cutShort);
    res.off('finish', cutShort);
    if (arriving.delete(body)) arrivingBytes -= body.bytes.length;
    settle();
  }

  arriving.add(body);
  req.on('data', onData).on('end', onEnd).on('close', cutShort);
  // Nobody waits for the body of a request that is answered.
  res.on('finish', cutShort);
  // A parser has taken the body, or decodes it as text.
  if (!req.readable || req.readableEncoding !== null) cutShort();
  return promise;
}

/** Gives a body room for so many bytes, and refuses the largest body if the memory is full: maybe this one. */
function grow(body: Arriving, toBytes: number): void {
  const grown = Buffer.alloc(toBytes);
  grown.set(body.bytes);
  arrivingBytes += grown.length - body.bytes.length;
  body.bytes = grown;
  if (arrivingBytes <= memoryBytes) return;
  const largest = [...arriving].reduce((one, other) => (other.bytes.length > one.bytes.length ? other : one));
  largest.refuse(new Problem('too_many_requests', { headers: { 'Retry-After': String(retryAfterSeconds) } }));
}

/** A request with the properties of body parsers. */
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
