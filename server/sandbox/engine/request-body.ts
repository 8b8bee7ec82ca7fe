/** The raw bytes of a request, read once for everyone, and their reading as JSON of a sane size (GAP-111). */
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { Refusal } from './refusal.ts';

export interface RequestBody {
  bytes: Buffer;
}

const bytesAtMost = 1024 * 1024;
const charactersAtMost = 4096;
const nestedAtMost = 32;
/** No shorter body holds a text that is too long, or nests deeper than anyone's stack. */
const surelySaneBytes = 2048;

const nothing = Buffer.alloc(0);

export const readBody: Middleware<RequestBody> = async (ctx, next) => {
  const bytes = await bytesOf(ctx.req);
  if (bytes === null) {
    ctx.respond = false;
    return;
  }
  ctx.state.bytes = bytes;
  await next();
};

/** null when the client left before its request was whole. Listeners, since `stream/consumers` goes by way of a Blob. */
function bytesOf(request: IncomingMessage): Buffer | Promise<Buffer | null> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return nothing;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => resolve(null));
    request.on('close', () => resolve(null));
  });
}

/** undefined without a body. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (bytes.length > bytesAtMost) throw new Refusal(413, `The request body is over ${bytesAtMost} bytes.`);
  const body = parsed(bytes);
  if (bytes.length > surelySaneBytes) refuseOutsized(body);
  return body;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Refusal(400, 'The request body is not valid JSON.', ['body: not valid JSON']);
  }
}

function refuseOutsized(body: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: body, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && value.length > charactersAtMost)
      throw outsized(`a text is over ${charactersAtMost} characters`);
    if (typeof value !== 'object' || value === null) continue;
    if (depth === nestedAtMost) throw outsized(`it is nested over ${nestedAtMost} levels deep`);
    for (const inner of Object.values(value)) waiting.push({ value: inner, depth: depth + 1 });
  }
}

function outsized(fault: string): Refusal {
  return new Refusal(400, `The request body is not valid: ${fault}.`, [`body: ${fault}`]);
}
