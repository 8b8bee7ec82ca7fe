/**
 * The one way to the upstream service: a pool of connections to its host that carries the API key and follows no
 * redirect, so that the key never reaches another host (Authentication; AUTH-12, LIM-16).
 */
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { UpstreamError } from '../errors.ts';
import { actionFor } from './actions.ts';
import { type Attempt, classify, type RawAnswer, readEnvelope, readError } from './attempt.ts';
import { backoffMs } from './backoff.ts';
import { createDocumentClient, type DocumentClient } from './documents/client.ts';
import { fillPath } from './fill-path.ts';
import { isNetworkError, networkReason } from './network-error.ts';
import { cameOf, cameWith, type OnCalled, observeCall } from './observe-call.ts';
import { onRequestSent } from './on-request-sent.ts';

export interface UpstreamRead {
  status: number;
  data: unknown;
  headers: Record<string, string | string[] | undefined>;
}

/** An answer whose body is passed on as it comes. */
export interface StreamedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
}

export interface WriteRequest {
  method: string;
  /** The path with `{name}` for each parameter, by which the call is told of. */
  route: string;
  path: string;
  idempotencyKey: string;
  /** The exact text that is sent, and its hash was stored; null for no body at all. */
  body: string | null;
}

export type Query = Record<string, string | number | undefined>;

export interface ReadRequest {
  params?: Record<string, string>;
  query?: Query | undefined;
  headers?: Record<string, string>;
}

export interface UpstreamHttp {
  /**
   * A safe GET: tried again for a few seconds while the service asks for patience (ERR-35). `route` is the path with
   * `{name}` for each of `params`. @throws UpstreamError
   */
  read(route: string, asked?: ReadRequest): Promise<UpstreamRead>;
  /** One try of a GET whose answer is no envelope; the caller consumes the body. @throws UpstreamError */
  stream(route: string): Promise<StreamedAnswer>;
  /** Exactly one try of a write; never throws for what the network or the service does. `onSent`: the last byte left. */
  attempt(request: WriteRequest, onSent?: () => void): Promise<Attempt>;
  /** The way to addresses that the service hands out; it never carries the key. */
  documents: DocumentClient;
  /** Ends what is still waited for, too. */
  close(): Promise<void>;
}

/** Reads give up after so many tries or so long a time, whichever comes first; a customer is waiting. */
const readTries = 4;
const readTotalMs = 8_000;
const readBackoff = { baseMs: 200, capMs: 2_000 };
const largestAnswerBytes = 8 * 1024 * 1024;

interface Sent {
  method: string;
  route: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer | null;
  limitMs: number;
  onSent?: (() => void) | undefined;
}

export function createUpstreamHttp(settings: {
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  connections: number;
  /** Hosts of documents beside the service's own, as in DOCUMENT_HOSTS. @default none */
  documentHosts?: readonly string[];
  /** Told of each call when it is over. @default nobody */
  onCalled?: OnCalled;
  /** @default Math.random */
  random?: () => number;
}): UpstreamHttp {
  const { apiKey, timeoutMs, connections, onCalled = () => {}, random = Math.random } = settings;
  const documents = createDocumentClient(settings.baseUrl, settings.documentHosts ?? []);
  const base = new URL(settings.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const pool = new Pool(base.origin, {
    connections,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: timeoutMs },
    maxResponseSize: largestAnswerBytes,
  });

  async function send(request: Sent): Promise<{ answer: RawAnswer; outcome: Attempt }> {
    const { method, path, headers, body = null, limitMs, onSent } = request;
    const dispatcher = onSent ? pool.compose(onRequestSent(onSent)) : pool;
    const { statusCode, ...came } = await dispatcher.request({
      method,
      path: prefix + path,
      headers: { ...headers, 'x-api-key': apiKey, accept: 'application/json' },
      body,
      signal: AbortSignal.timeout(limitMs),
    });
    const answer = { status: statusCode, headers: came.headers, text: await came.body.text() };
    return { answer, outcome: classify(answer, Date.now()) };
  }

  const call = (request: Sent) =>
    observeCall(
      { method: request.method, route: request.route, onCalled },
      () => send(request),
      ({ answer, outcome }) => cameOf(answer, outcome),
    );

  async function readOnce(request: Sent): Promise<UpstreamRead> {
    const { answer, outcome } = await call(request).catch((error: unknown) => {
      if (!isNetworkError(error)) throw error;
      throw new UpstreamError({ status: 0 });
    });
    if (answer.status === 304 && 'if-none-match' in request.headers)
      return { status: 304, data: null, headers: answer.headers };
    if (outcome.kind === 'answered')
      return {
        status: answer.status,
        data: outcome.data,
        headers: answer.headers,
      };
    throw readError(answer, readEnvelope(answer.text), Date.now());
  }

  return {
    async read(route, { params = {}, query = {}, headers = {} } = {}) {
      const path = fillPath(route, params) + search(query);
      const endsAt = Date.now() + readTotalMs;
      for (let tries = 1; ; tries++) {
        try {
          const limitMs = Math.min(timeoutMs, endsAt - Date.now());
          return await readOnce({ method: 'GET', route, path, headers, limitMs });
        } catch (error) {
          if (!(error instanceof UpstreamError) || tries === readTries || actionFor(error) !== 'wait')
            throw error;
          // A form that a physician still works on is asked for again only as the service directs (ERR-43, GAP-73).
          if (error.code === 'PHYSICIAN_ORDER_PENDING' && error.retryAfterMs === null) throw error;
          const waitMs = backoffMs(tries, error.retryAfterMs, readBackoff, random);
          if (Date.now() + waitMs >= endsAt) throw error;
          await sleep(waitMs);
        }
      }
    },

    async stream(route) {
      const headers = { 'x-api-key': apiKey, accept: 'application/pdf, application/json' };
      try {
        const answer = await observeCall(
          { method: 'GET', route, onCalled },
          () => pool.request({ method: 'GET', path: prefix + route, headers }),
          ({ statusCode }) => cameWith(statusCode),
        );
        return { status: answer.statusCode, headers: answer.headers, body: answer.body };
      } catch (error) {
        if (!isNetworkError(error)) throw error;
        throw new UpstreamError({ status: 0 });
      }
    },

    async attempt({ method, route, path, idempotencyKey, body: text }, onSent) {
      const headers: Record<string, string> = { 'idempotency-key': idempotencyKey };
      const body = text === null ? null : Buffer.from(text, 'utf8');
      if (body !== null) headers['content-type'] = 'application/json';
      try {
        return (await call({ method, route, path, headers, body, limitMs: timeoutMs, onSent })).outcome;
      } catch (error) {
        if (!isNetworkError(error)) throw error;
        return {
          kind: 'unknown',
          reason: networkReason(error),
          retryAfterMs: null,
        };
      }
    },

    documents,

    close: async () => void (await Promise.all([pool.destroy(), documents.close()])),
  };
}

/** Each value percent-encoded: a `+` in a time would arrive as a space (T02). */
function search(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return params.size === 0 ? '' : `?${params}`;
}
