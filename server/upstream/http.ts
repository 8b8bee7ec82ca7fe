/**
 * The one way to the upstream service: a pool of connections to its host that carries the API key and follows no
 * redirect, so that the key never reaches another host (Authentication; AUTH-12, LIM-16).
 */
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { errors, Pool } from 'undici';
import { UpstreamError } from '../errors.ts';
import { actionFor } from './actions.ts';
import { type Attempt, classify, type RawAnswer, readEnvelope, readError } from './attempt.ts';
import { backoffMs } from './backoff.ts';
import { tellWhenSent } from './tell-when-sent.ts';

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
  path: string;
  idempotencyKey: string;
  /** The exact text that is sent, and its hash was stored; null for no body at all. */
  body: string | null;
}

export type Query = Record<string, string | number | undefined>;

export interface UpstreamHttp {
  /** A safe GET: tried again for a few seconds while the service asks for patience (ERR-35). @throws UpstreamError */
  read(path: string, query?: Query, headers?: Record<string, string>): Promise<UpstreamRead>;
  /** One try of a GET whose answer is no envelope; the caller consumes the body. @throws UpstreamError */
  stream(path: string): Promise<StreamedAnswer>;
  /** Exactly one try of a write; never throws for what the network or the service does. `onSent`: the last byte left. */
  attempt(request: WriteRequest, onSent?: () => void): Promise<Attempt>;
  close(): Promise<void>;
}

/** Reads give up after so many tries or so long a time, whichever comes first; a customer is waiting. */
const readTries = 4;
const readTotalMs = 8_000;
const readBackoff = { baseMs: 200, capMs: 2_000 };
const largestAnswerBytes = 8 * 1024 * 1024;

export function createUpstreamHttp(settings: {
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  connections: number;
  /** @default Math.random */
  random?: () => number;
}): UpstreamHttp {
  const { apiKey, timeoutMs, connections, random = Math.random } = settings;
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

  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Buffer | null,
    limitMs: number,
    onSent?: () => void,
  ): Promise<RawAnswer> {
    const dispatcher = onSent ? pool.compose(tellWhenSent(onSent)) : pool;
    const answer = await dispatcher.request({
      method,
      path: prefix + path,
      headers: { ...headers, 'x-api-key': apiKey, accept: 'application/json' },
      body,
      signal: AbortSignal.timeout(limitMs),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: await answer.body.text(),
    };
  }

  async function readOnce(
    path: string,
    headers: Record<string, string>,
    limitMs: number,
  ): Promise<UpstreamRead> {
    let answer: RawAnswer;
    try {
      answer = await send('GET', path, headers, null, limitMs);
    } catch (error) {
      if (!isNetworkError(error)) throw error;
      throw new UpstreamError({ status: 0 });
    }
    if (answer.status === 304 && 'if-none-match' in headers)
      return { status: 304, data: null, headers: answer.headers };
    const outcome = classify(answer, Date.now());
    if (outcome.kind === 'answered')
      return {
        status: answer.status,
        data: outcome.data,
        headers: answer.headers,
      };
    throw readError(answer, readEnvelope(answer.text), Date.now());
  }

  return {
    async read(path, query = {}, headers = {}) {
      const target = path + search(query);
      const endsAt = Date.now() + readTotalMs;
      for (let tries = 1; ; tries++) {
        try {
          return await readOnce(target, headers, Math.min(timeoutMs, endsAt - Date.now()));
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

    async stream(path) {
      try {
        const headers = { 'x-api-key': apiKey, accept: 'application/pdf, application/json' };
        const answer = await pool.request({ method: 'GET', path: prefix + path, headers });
        return { status: answer.statusCode, headers: answer.headers, body: answer.body };
      } catch (error) {
        if (!isNetworkError(error)) throw error;
        throw new UpstreamError({ status: 0 });
      }
    },

    async attempt({ method, path, idempotencyKey, body }, onSent) {
      const headers: Record<string, string> = {
        'idempotency-key': idempotencyKey,
      };
      if (body !== null) headers['content-type'] = 'application/json';
      try {
        const bytes = body === null ? null : Buffer.from(body, 'utf8');
        return classify(await send(method, path, headers, bytes, timeoutMs, onSent), Date.now());
      } catch (error) {
        if (!isNetworkError(error)) throw error;
        return {
          kind: 'unknown',
          reason: networkReason(error),
          retryAfterMs: null,
        };
      }
    },

    close: () => pool.close(),
  };
}

/** Each value percent-encoded: a `+` in a time would arrive as a space (T02). */
function search(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return params.size === 0 ? '' : `?${params}`;
}

/** Errors of the connection and of waiting; anything else is a fault of ours and is thrown on. */
function isNetworkError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof errors.InvalidArgumentError) return false;
  return error instanceof errors.UndiciError || 'code' in error || error.name === 'TimeoutError';
}

function networkReason(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return `network_${code}`;
}
