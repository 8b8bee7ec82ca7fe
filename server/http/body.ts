/** Reads a request's body: JSON of at most 64 kB, in UTF-8, or a problem that says what to mend. */
import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { Problem } from '../errors.ts';

const largestBodyBytes = 64 * 1024;
/** Far beyond what any answer nests, and far below what overflows a stack that walks it. */
const deepestNesting = 64;

/** @throws Problem 413, 415 or 400; a request without a body reads as undefined */
export async function readJson(ctx: Context): Promise<unknown> {
  return hasBody(ctx) ? parseJson(await readText(ctx)) : undefined;
}

async function readText(ctx: Context): Promise<string> {
  const charset = ctx.request.charset.toLowerCase();
  if (!ctx.is('application/json') || (charset !== '' && charset !== 'utf-8') || ctx.get('Content-Encoding'))
    throw new Problem('unsupported_media_type');
  let bytes: Buffer;
  try {
    bytes = await getRawBody(ctx.req, { limit: largestBodyBytes, length: ctx.request.length });
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'entity.too.large') {
      // What is still coming is not read: the connection ends with the answer.
      ctx.set('Connection', 'close');
      throw new Problem('body_too_large', { title: `A body holds at most ${largestBodyBytes} bytes.` });
    }
    throw new Problem('malformed_body', { title: 'The body did not arrive whole.' });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('malformed_body', { title: 'The body is not UTF-8.' });
  }
}

const hasBody = (ctx: Context) => ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0;

function parseJson(text: string): unknown {
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

/** How deep brackets outside of strings nest, in one pass; what is no JSON is told by its parser. */
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
