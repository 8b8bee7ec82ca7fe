/** A proxy between the server and the sandbox. It records requests and responses, and can rewrite both. */
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { request as send } from 'undici';
import { serve } from './serve.ts';

/** Whether a request is the server's periodic read of changed appointments, which can occur at any time. */
export const isListRead = ({ url }: { url: string }): boolean => url.includes('updated_after');

/** A request that passed the proxy. */
export interface RecordedRequest {
  method: string;
  /** With the query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Empty until the response is passed on. */
  answer: string;
}

/** A response as the proxy passes it on. */
export interface Passed {
  /** 0 cuts the connection. */
  status: number;
  headers: IncomingHttpHeaders;
  /** Parsed; undefined if it is no JSON. */
  body: unknown;
}
/** Returns the response to pass on in place of `answer`. */
export type Rewrite = (recorded: RecordedRequest, answer: Passed) => Passed;
/** Changes a request, or holds it back. */
export type Change = (request: RecordedRequest) => void | Promise<void>;

/**
 * Starts the proxy on a free port. The caller closes it. Its `sent` throws Error unless exactly one request fits.
 * @param upstream the address that requests go to, without a trailing slash
 * @param options.rewrite changes responses
 * @param options.change changes a request before it is passed on: its headers, address and body
 */
export async function startRecordingProxy(
  upstream: string,
  { rewrite, change }: { rewrite?: Rewrite | undefined; change?: Change | undefined } = {},
) {
  const requests: RecordedRequest[] = [];
  const { url: proxyUrl, close } = await serve(async (request, response) => {
    const body = await buffer(request);
    const { method = 'GET', url = '/', headers } = request;
    const recorded: RecordedRequest = { method, url, headers, body: body.toString('utf8'), answer: '' };
    requests.push(recorded);
    await change?.(recorded);
    const { host: _, connection: __, 'content-length': ___, ...passed } = recorded.headers;
    const sent = recorded.body === body.toString('utf8') ? body : recorded.body;
    const answer = await send(upstream + recorded.url, {
      method: method as 'GET' | 'POST',
      headers: passed,
      ...(body.length > 0 ? { body: sent } : {}),
    }).catch(() => null);
    // If the service cuts a connection, the proxy cuts its own.
    if (answer === null) return void response.destroy();
    const came = Buffer.from(await answer.body.arrayBuffer());
    const passedOn = rewrite && rewritten(rewrite, recorded, answer.statusCode, answer.headers, came);
    if (passedOn?.status === 0) return void response.destroy();
    const {
      status,
      headers: head,
      bytes,
    } = passedOn ?? {
      status: answer.statusCode,
      headers: answer.headers,
      bytes: came,
    };
    response.writeHead(status, head);
    recorded.answer = bytes.toString('utf8');
    response.end(bytes);
  });
  return {
    url: proxyUrl,
    requests,
    /** The parsed body of the only POST to a path with this ending. */
    sent<T = Record<string, unknown>>(ending: string): T {
      const [only, ...more] = requests.filter(({ method, url }) => method === 'POST' && url.endsWith(ending));
      if (!only || more.length > 0) throw new Error(`${more.length + (only ? 1 : 0)} posts to ${ending}`);
      return JSON.parse(only.body) as T;
    },
    close,
  };
}

function rewritten(
  rewrite: Rewrite,
  recorded: RecordedRequest,
  status: number,
  headers: IncomingHttpHeaders,
  came: Buffer,
) {
  const isJson = /json/.test(String(headers['content-type']));
  const body: unknown = isJson && came.length > 0 ? JSON.parse(came.toString('utf8')) : undefined;
  const { 'content-length': _, ...kept } = headers;
  const otherwise = rewrite(recorded, { status, headers: kept, body });
  const bytes = body === undefined ? came : Buffer.from(JSON.stringify(otherwise.body));
  return { status: otherwise.status, headers: otherwise.headers, bytes };
}
