/** Request bodies: small forms from the site's own pages, small JSON from its own server. */
import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await getRawBody(request, { limit: '4kb', encoding: 'utf8' }));
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await getRawBody(request, { limit: '8kb', encoding: 'utf8' });
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
