/** Sends requests of one API key, and records each exchange. */
import { randomUUID } from 'node:crypto';
import type { Shape } from './shapes.ts';

/** The error of a response. */
interface ErrorBody {
  details: unknown;
  message: string;
  path: string;
  request_id: string;
  timestamp: string;
}

type ConsentMode = Shape<'configuration'>['customer_consent']['mode'];

/** A response. */
export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  /** The parsed body; undefined if it is no JSON. */
  json: unknown;
  /** The `data` of the body, as the check expects it. */
  data: T;
  error: ErrorBody;
  /** `error.details.code` */
  code: unknown;
  bytes: Buffer;
}

/** A request and its response. */
export interface Exchange {
  method: string;
  /** Path without the query. */
  path: string;
  /** The body as the check gave it. */
  sent: unknown;
  client: Client;
  answer: Answer;
}

/** A partner of the service: one API key. */
export interface Client {
  apiKey: string;
  prefix: string;
  /** What all clients of a run have read once: the offerings that they book. */
  memo: Map<string, Promise<unknown>>;
  /** Waits some milliseconds; null if a clock is moved instead. */
  pause: ((ms: number) => Promise<void>) | null;
  /** How the key's customers consent. */
  consentMode: ConsentMode;
  /** The version of the attestation of a PDF, which is agreed at onboarding. */
  attestationVersion: string;
  get<T>(path: string, headers?: Record<string, string>): Promise<Answer<T>>;
  /** With a fresh Idempotency-Key, another one, or none (null). */
  post<T>(path: string, body?: unknown, idempotencyKey?: string | null): Promise<Answer<T>>;
}

/** What a client is made of. */
export interface ClientOptions {
  base: string;
  apiKey: string;
  /** Begins each Idempotency-Key that a check names, so that a second run uses others. Empty leaves them as they are. */
  run: string;
  memo: Client['memo'];
  pause: Client['pause'];
  /** Rewrites a response before it is read. @default it stays as it came */
  adapt?: Adapt | undefined;
  /** @default service_consent_api */
  consentMode?: ConsentMode | undefined;
  /** @default that of the sandbox */
  attestationVersion?: string | undefined;
  /** Gets each exchange. */
  record: (exchange: Exchange) => void;
}

/** Rewrites the text of a response. @param path of the request, with its query */
export type Adapt = (
  method: string,
  path: string,
  answer: { status: number; text: string },
) => Promise<string>;

const mostTries = 5;

/** A client waits and sends again what got 429, unless a sandbox's clock is at hand. */
export function createClient(options: ClientOptions): Client {
  const { base, apiKey, run, memo, pause, adapt, record } = options;
  const { consentMode = 'service_consent_api', attestationVersion = '2025-01' } = options;
  const send = async <T>(method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    for (let tries = 1; ; tries += 1) {
      const came = await call<T>(base + path, method, { 'x-api-key': apiKey, ...headers }, body);
      const answer = adapt ? await adapted(came, adapt, method, path) : came;
      record({ method, path: path.replace(/\?.*/s, ''), sent: body, client, answer });
      if (answer.status !== 429 || !pause || tries === mostTries) return answer;
      await pause(Number(answer.headers.get('retry-after') ?? 1) * 1000);
    }
  };
  const client: Client = {
    apiKey,
    prefix: apiKey.split('.')[0] ?? '',
    memo,
    pause,
    consentMode,
    attestationVersion,
    get: (path, headers = {}) => send('GET', path, headers),
    post(path, body, key = randomUUID()) {
      const named = run !== '' && key?.trim() ? `${run}-${key}` : key;
      return send('POST', path, named === null ? {} : { 'idempotency-key': named }, body);
    },
  };
  return client;
}

/** Sends any request. A body that is neither text nor bytes is sent as JSON. */
export async function call<T>(
  url: string,
  method: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<Answer<T>> {
  const sent = new Headers({ 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  const response = await fetch(url, {
    method,
    headers: sent,
    redirect: 'manual',
    ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    ...readBody<T>(bytes.toString('utf8')),
  };
}

function readBody<T>(text: string): Pick<Answer<T>, 'json' | 'data' | 'error' | 'code'> {
  const json = parse(text);
  const { data, error } = (json ?? {}) as { data: T; error: ErrorBody & { details: { code?: unknown } } };
  return { json, data, error, code: error?.details?.code };
}

async function adapted<T>(answer: Answer<T>, adapt: Adapt, method: string, path: string): Promise<Answer<T>> {
  const { status, bytes } = answer;
  return { ...answer, ...readBody<T>(await adapt(method, path, { status, text: bytes.toString('utf8') })) };
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The status and the code of a response, as a report shows it: `409 SLOT_UNAVAILABLE`. */
export const brief = ({ status, code }: Pick<Answer, 'status' | 'code'>): string =>
  code === undefined ? `${status}` : `${status} ${code}`;
