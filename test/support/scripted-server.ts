/** An upstream with scripted responses over real HTTP that records its requests. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { serve } from './serve.ts';

/** A request that the upstream received. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}
/** Sends the response to one request. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Responds to each request with the next of `script`, and with its last from then on. */
export async function scriptedServer(...script: Answer[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = await serve(async (request, response) => {
    const body = await text(request);
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body });
    const answer = script[Math.min(received.length, script.length) - 1];
    answer?.(response, request);
  });
  onTestFinished(server.close);
  return { url: server.url, received };
}

type Headers = Record<string, string>;

/**
 * A response with this body, unchanged.
 * @param status the HTTP status
 */
export const raw =
  (status: number, body: string, headers: Headers = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

/**
 * A success in an envelope.
 * @param status the HTTP status. @default 200
 */
export const success = (data: object | null, status = 200, headers: Headers = {}): Answer =>
  raw(status, JSON.stringify({ code: status, data, error: null }), {
    'content-type': 'application/json',
    ...headers,
  });

/**
 * An error in an envelope.
 * @param status the HTTP status
 * @param details the `details` of the error
 */
export const failure = (status: number, details: unknown = null, headers: Headers = {}): Answer =>
  raw(
    status,
    JSON.stringify({
      code: status,
      data: null,
      error: {
        details,
        message: 'words that nobody branches on',
        path: '/v1/somewhere',
        request_id: 'req-1',
        timestamp: '2026-11-02T10:00:00.000Z',
      },
    }),
    { 'content-type': 'application/json', ...headers },
  );

/**
 * The response to a write that still runs.
 * @param seconds the `retry_after_seconds`
 */
export const inProgress = (seconds: number, headers: Headers = {}): Answer =>
  success(
    {
      status: 'in_progress',
      code: 'IDEMPOTENCY_IN_PROGRESS',
      retry_after_seconds: seconds,
    },
    202,
    headers,
  );

/** Ends the connection without a response. */
export const cut: Answer = (response) => {
  response.socket?.destroy();
};

/** Ends the connection in the middle of the response. */
export const cutShort: Answer = (response) => {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': '1000',
  });
  response.write('{"code":200,"data":{"customer_identity_id":');
  setTimeout(() => response.socket?.destroy(), 20);
};

/** Sends no response. */
export const silence: Answer = () => {};

/** Sends a response when `event` has happened. */
export const answerAfter =
  (event: Promise<unknown>, answer: Answer): Answer =>
  (response, request) =>
    void event.then(() => answer(response, request));
