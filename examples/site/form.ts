/** Reads small request bodies: forms from the site's own pages, JSON from its own server. Copy as it is. */
import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';

/**
 * Reads the body of a form.
 * @throws HttpError 413 over 4 kB
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await getRawBody(request, { limit: '4kb', encoding: 'utf8' }));
}

/**
 * Reads a JSON body.
 * @returns null for invalid JSON
 * @throws HttpError 413 over 8 kB
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await getRawBody(request, { limit: '8kb', encoding: 'utf8' });
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
