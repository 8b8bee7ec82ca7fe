/**
 * The HTTP client of the service: a pool of connections to its host that carries the API key and follows no redirect,
 * so that the key never reaches another host (Authentication; AUTH-12, LIM-16).
 */
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type Clock, systemClock } from '../core/clock.ts';
import { openConnections } from '../core/connections.ts';
import { UpstreamError } from '../core/errors.ts';
import { backoffMs } from '../core/jobs/backoff.ts';
import { isNetworkError, networkReason } from '../core/network-error.ts';
import { actionFor } from './actions.ts';
import type { AdaptAnswer } from './adapter.ts';
import {
  type Attempt,
  classify,
  createSharedRead,
  type RawAnswer,
  readEnvelope,
  readError,
} from './attempt.ts';
import { createDocumentClient, type DocumentClient } from './documents/client.ts';
import { exchange } from './exchange.ts';
import { fillPath, type Query, queryText } from './fill-path.ts';
import { createGate, type Gate, isInBackground, turnOfRead } from './gate.ts';
import { cameOf, cameWith, type OnCalled, observeCall } from './observe-call.ts';
import { createRefusedRoutes, type RefusedRoutes } from './refused-routes.ts';
import { readRetryAfter } from './retry-after.ts';

interface UpstreamRead {
  status: number;
  data: unknown;
  headers: Record<string, string | string[] | undefined>;
}

/** A response whose body is passed on as it arrives. */
export interface StreamedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
}

interface WriteRequest {
  /** The path with `{name}` for each parameter; names the request in logs and metrics. */
  route: string;
  path: string;
  idempotencyKey: string;
  /** The exact text that is sent; null for no body. */
  body: string | null;
}

interface ReadRequest {
  params?: Record<string, string>;
  query?: Query | undefined;
  headers?: Record<string, string>;
  /**
   * Whether equal responses share one parsed `data`, which nobody may change. For long responses that are about no
   * person. @default false
   */
  isShared?: boolean;
}

/** The client of the service with one API key. */
export interface UpstreamHttp {
  /**
   * Sends a GET, and repeats it for a few seconds while the service asks to wait (ERR-35). A read that the server makes
   * by itself is not sent while the service refuses the key for it.
   * @param route the path with `{name}` for each of `params`
   * @returns the envelope's `data` (null for a 304 to `if-none-match`), status and headers. @throws UpstreamError
   */
  read(route: string, asked?: ReadRequest): Promise<UpstreamRead>;
  /** Sends a GET once whose response is no envelope. The caller must consume the body. @throws UpstreamError */
  stream(route: string): Promise<StreamedAnswer>;
  /**
   * Sends a write by POST exactly once. Never rejects for an error of the network or of the service.
   * @param onSent called when the last byte has left
   */
  attempt(request: WriteRequest, onSent?: () => void): Promise<Attempt>;
  /** The client for addresses in responses of the service; it never sends the key. */
  documents: DocumentClient;
  /** Ends every request that is under way. */
  close(): Promise<void>;
}

/** A read ends after this many tries or this much time, whichever comes first: a customer is waiting. */
const readTries = 4;
const defaultReadTotalMs = 8_000;
const readBackoff = { baseMs: 200, capMs: 2_000 };
const defaultTimeoutMs = 20_000;
const largestAnswerBytes = 8 * 1024 * 1024;
/** A connection in constant use would never learn that the service's name has another address. */
const connectionMs = 60_000;

interface UpstreamSettings {
  baseUrl: string;
  apiKey: string;
  /** The time-out of one request, in milliseconds. @default 20,000 */
  timeoutMs?: number | undefined;
  /** How long a read may take with its retries, in milliseconds. @default 8,000 */
  readTotalMs?: number | undefined;
  /** How many connections the pool opens at most. @default 16 */
  connections?: number;
  /** Hosts of documents beside the service's own, as in DOCUMENT_HOSTS. @default none */
  documentHosts?: readonly string[];
  /** Rewrites each response before it is read. @default each stays as it is */
  adapt?: AdaptAnswer | undefined;
  /** Called after each request. @default nothing */
  onCalled?: OnCalled;
  /** Paces the requests of the key. @default one that opens and closes by itself, without a fixed rate */
  gate?: Gate;
  /** Its timeouts are of the connection, and pass by themselves. @default the system's clock */
  clock?: Clock;
  /** @default Math.random */
  random?: () => number;
}

/**
 * Creates the client. It opens connections as they are needed, up to `settings.connections`. Reads throw UpstreamError,
 * writes never reject.
 */
export function createUpstreamHttp(settings: UpstreamSettings): UpstreamHttp {
  const { apiKey, timeoutMs = defaultTimeoutMs, onCalled = () => {} } = settings;
  const { readTotalMs = defaultReadTotalMs } = settings;
  const {
    clock = systemClock(),
    random = Math.random,
    adapt = async (_method, _path, answer) => answer,
  } = settings;
  const documents = createDocumentClient(settings.baseUrl, settings.documentHosts ?? []);
  const service = openService({ ...settings, timeoutMs });
  const { gate = createGate({ clock }) } = settings;
  const refused = createRefusedRoutes(clock);
  const send = createSend(service, { apiKey, adapt, onCalled, clock, gate, refused });

  return {
    async read(route, { params = {}, query = {}, headers = {}, isShared } = {}) {
      const path = fillPath(route, params) + queryText(query);
      if (isInBackground()) refused.check(`GET ${route}`);
      return withRetries(
        (leftMs) =>
          readOnce(send, clock, {
            method: 'GET',
            route,
            path,
            headers,
            limitMs: Math.min(timeoutMs, leftMs),
            isShared,
          }),
        { clock, random, readTotalMs },
      );
    },

    async stream(route) {
      const headers = { 'x-api-key': apiKey, accept: 'application/pdf, application/json', ...uncompressed };
      const passage = await gate.pass(turnOfRead(), readTotalMs);
      try {
        const answer = await observeCall(
          { method: 'GET', route, onCalled },
          () =>
            service.pool.request({
              origin: service.origin,
              method: 'GET',
              path: service.prefix + route,
              headers,
            }),
          ({ statusCode }) => cameWith(statusCode),
        );
        if (answer.statusCode === 429) passage.refused(readRetryAfter(answer.headers, clock.now()));
        return { status: answer.statusCode, headers: answer.headers, body: answer.body };
      } catch (error) {
        if (!isNetworkError(error)) throw error;
        throw new UpstreamError({ status: 0, reason: networkReason(error) });
      }
    },

    async attempt({ route, path, idempotencyKey, body: text }, onSent) {
      const headers: Record<string, string> = { 'idempotency-key': idempotencyKey };
      const body = text === null ? null : Buffer.from(text, 'utf8');
      if (body !== null) headers['content-type'] = 'application/json';
      try {
        const request = { method: 'POST', route, path, headers, body, limitMs: timeoutMs, onSent };
        return (await send(request)).outcome;
      } catch (error) {
        if (error instanceof UpstreamError)
          return { kind: 'unknown', reason: 'no_turn', retryAfterMs: error.retryAfterMs };
        if (!isNetworkError(error)) throw error;
        return { kind: 'unknown', reason: networkReason(error), retryAfterMs: null };
      }
    },

    documents,

    close: async () => void (await Promise.all([service.pool.destroy(), documents.close()])),
  };
}

interface Service {
  pool: Dispatcher;
  origin: string;
  /** The path of the base URL, before each route's own. */
  prefix: string;
}

function openService({
  baseUrl,
  timeoutMs,
  connections = 16,
}: UpstreamSettings & { timeoutMs: number }): Service {
  const base = new URL(baseUrl);
  const pool = openConnections({
    connections,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: timeoutMs },
    clientTtl: connectionMs,
    maxResponseSize: largestAnswerBytes,
  });
  return { pool, origin: base.origin, prefix: base.pathname.replace(/\/+$/, '') };
}

interface Sent {
  method: string;
  route: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer | null;
  limitMs: number;
  onSent?: (() => void) | undefined;
  isShared?: boolean | undefined;
}
interface SendDeps {
  apiKey: string;
  adapt: AdaptAnswer;
  onCalled: OnCalled;
  clock: Clock;
  gate: Gate;
  refused: RefusedRoutes;
}
type Send = (request: Sent) => Promise<{ answer: RawAnswer; outcome: Attempt }>;

/** Responses are not decompressed. Without this header a service may compress them. */
const uncompressed = { 'accept-encoding': 'identity' };

/**
 * @returns sends one request under the key when its turn comes, and reads its response to the end; rejects with a network
 *   error, or with UpstreamError 429 if its turn does not come in time
 */
function createSend({ pool, origin, prefix }: Service, deps: SendDeps): Send {
  const { apiKey, adapt, onCalled, clock, gate, refused } = deps;
  const readShared = createSharedRead();

  async function send(request: Sent): Promise<{ answer: RawAnswer; outcome: Attempt }> {
    const { method, path, headers, body = null, limitMs, onSent, isShared } = request;
    const sent = {
      origin,
      method,
      path: prefix + path,
      headers: { ...headers, 'x-api-key': apiKey, accept: 'application/json', ...uncompressed },
      body,
    };
    const answer = await adapt(method, path, await exchange(pool, sent, { limitMs, onSent }));
    return { answer, outcome: classify(answer, clock.now(), isShared ? readShared : readEnvelope) };
  }
  return async (request) => {
    const { method, route, limitMs } = request;
    const isRead = method === 'GET';
    const startedAtMs = clock.elapsed();
    const passage = await gate.pass(isRead ? turnOfRead() : 'write', limitMs);
    // A customer waits for a read, so its wait for its turn counts.
    const leftMs = isRead ? limitMs - (clock.elapsed() - startedAtMs) : limitMs;
    const sent = await observeCall(
      { method, route, onCalled },
      () => send({ ...request, limitMs: leftMs }),
      ({ answer, outcome }) => cameOf(answer, outcome),
    );
    const { answer, outcome } = sent;
    refused.took(`${method} ${route}`, outcome);
    if (answer.status === 429) passage.refused(outcome.kind === 'unknown' ? outcome.retryAfterMs : null);
    return sent;
  };
}

/** @throws UpstreamError */
async function readOnce(send: Send, clock: Clock, request: Sent): Promise<UpstreamRead> {
  const { answer, outcome } = await send(request).catch((error: unknown) => {
    if (!isNetworkError(error)) throw error;
    throw new UpstreamError({ status: 0, reason: networkReason(error) });
  });
  const { status, headers } = answer;
  if (status === 304 && 'if-none-match' in request.headers) return { status: 304, data: null, headers };
  if (outcome.kind === 'answered') return { status, data: outcome.data, headers };
  const reason = outcome.kind === 'unknown' ? outcome.reason : null;
  throw readError(answer, readEnvelope(answer.text), clock.now(), reason);
}

/** Repeats a read while the error asks to wait, within the limits of tries and time. */
async function withRetries(
  read: (leftMs: number) => Promise<UpstreamRead>,
  { clock, random, readTotalMs }: { clock: Clock; random: () => number; readTotalMs: number },
): Promise<UpstreamRead> {
  const endsAt = clock.elapsed() + readTotalMs;
  for (let tries = 1; ; tries++) {
    try {
      return await read(endsAt - clock.elapsed());
    } catch (error) {
      if (!(error instanceof UpstreamError) || tries === readTries || actionFor(error) !== 'wait')
        throw error;
      // A form that a physician still works on is requested again only when the service says so (ERR-43, GAP-73).
      if (error.code === 'PHYSICIAN_ORDER_PENDING' && error.retryAfterMs === null) throw error;
      const waitMs = backoffMs(tries, error.retryAfterMs, readBackoff, random);
      if (clock.elapsed() + waitMs >= endsAt) throw error;
      await clock.sleep(waitMs);
    }
  }
}
