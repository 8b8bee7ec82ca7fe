/** Reads JSON request bodies: at most 64 kB, in UTF-8. */
import type { Context } from 'koa';
import { Problem } from '../errors.ts';
import { BodyUnreadable, readBody } from './read-body.ts';

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
    if (error instanceof BodyUnreadable && error.reason === 'too_large')
      throw new Problem('body_too_large', { title: `A body holds at most ${largestBodyBytes} bytes.` });
    throw new Problem('malformed_body', { title: 'The body did not arrive completely.' });
  });
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem('malformed_body', { title: 'The body is not UTF-8.' });
  }
}

const hasBody = (ctx: Context) => ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0;

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
