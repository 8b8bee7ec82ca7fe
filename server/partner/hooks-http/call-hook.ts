/** Sends one hook's request to the partner's endpoint and reads its result. */
import { randomUUID } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import { type Dispatcher, request } from 'undici';
import { z } from 'zod';
import { type HookOperation, hooksApiVersion } from '../../contract/hooks-api.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { openConnections } from '../../core/connections.ts';
import { jsonOrNull } from '../../core/json.ts';
import { inSpan, traceHeaders } from '../../core/observability/spans.ts';
import { standardWebhookHeaders } from '../../core/standard-webhooks.ts';
import { pathsIn } from '../../upstream/response-reader.ts';

/** Where the hooks are, and how requests to them are signed. */
export interface HookEndpoint {
  /** HOOKS_URL, without a trailing slash. */
  url: string;
  /** The keys of HOOKS_SECRET: each request is signed with all of them. */
  keys: readonly Buffer[];
}

/** A hook that gave no usable result. `code` is fit for the log; the message has no data. */
export class HookFailure extends Error {
  readonly code: string;
  /** Whether another try can help: the endpoint did not respond, or reports a passing error. */
  readonly isPassing: boolean;
  /** The fields of the result that do not fit, as paths. */
  readonly paths: readonly string[];
  /** The host of HOOKS_URL; null if the failure is not about a request to it. */
  host: string | null = null;

  constructor(code: string, isPassing: boolean, paths: readonly string[] = []) {
    super(`the hook failed: ${code}`);
    this.code = code;
    this.isPassing = isPassing;
    this.paths = paths;
  }
}

/**
 * Reads what a hook has returned, of a module or over HTTP. It may hold a customer's data, so the failure has the names of
 * fields only.
 * @throws HookFailure `hook_response_invalid` if it does not fit
 */
export function readResult<S extends z.ZodType>(schema: S, returned: unknown): z.output<S> {
  const read = schema.safeParse(returned);
  if (!read.success) throw new HookFailure('hook_response_invalid', false, pathsIn(read.error, schema));
  return read.data;
}

/** The pauses before the second and the third try, in milliseconds. */
const retryPausesMs = [100, 400];

/**
 * Asks one hook.
 * @param asItCame whether to return the checked result with the fields that its reader leaves out. @default false
 * @throws HookFailure
 */
export type CallHook = <O extends HookOperation>(
  name: string,
  operation: O,
  asked: z.input<O['request']>,
  asItCame?: boolean,
) => Promise<z.output<O['result']>>;

/**
 * Creates the client of an endpoint. It keeps idle connections, which do not keep the process alive.
 * @param clock of the signatures and the retries. @default the system's clock
 */
export function createHookClient(endpoint: HookEndpoint, clock: Clock = systemClock()): CallHook {
  // A redirect could lead the customer's data elsewhere: undici follows none.
  const dispatcher = openConnections({ pipelining: 1 });
  return async (name, operation, asked, asItCame = false) => {
    const id = `msg_${randomUUID()}`;
    const body = JSON.stringify({ version: hooksApiVersion, hook: name, request: asked });
    const signal = AbortSignal.timeout(operation.deadlineMs);
    const attempt = () =>
      post({
        endpoint,
        path: name,
        id,
        body,
        signal,
        dispatcher,
        now: clock.now,
        responseBytes: operation.responseBytes,
      });
    const ask = async () => {
      const response = await withRetries(attempt, operation.isRepeated ? retryPausesMs : [], {
        clock,
        signal,
      });
      const expected = z.object({ result: operation.result });
      const body = jsonOrNull(response);
      const read = readResult(expected, body);
      return (asItCame ? (body as typeof read) : read).result as never;
    };
    return inSpan(`hook ${name}`, { kind: SpanKind.CLIENT }, ask).catch((error: unknown) => {
      if (error instanceof HookFailure) error.host = new URL(endpoint.url).host;
      throw error;
    });
  };
}

interface Attempt {
  endpoint: HookEndpoint;
  path: string;
  id: string;
  body: string;
  signal: AbortSignal;
  dispatcher: Dispatcher;
  now: () => number;
  responseBytes: number;
}

/** @returns the body of a 200 @throws HookFailure */
async function post(attempt: Attempt): Promise<string> {
  const { endpoint, path, id, body, signal, dispatcher } = attempt;
  try {
    const { statusCode, body: response } = await request(`${endpoint.url}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...standardWebhookHeaders({ id, body }, endpoint.keys, attempt.now()),
        ...traceHeaders(),
      },
      body,
      signal,
      dispatcher,
    });
    if (statusCode === 200) return await readBody(response, attempt.responseBytes);
    await response.dump();
    throw new HookFailure(`hook_status_${statusCode}`, statusCode >= 500 || statusCode === 429);
  } catch (error) {
    if (error instanceof HookFailure) throw error;
    if (signal.aborted) throw new HookFailure('hook_timeout', false);
    throw new HookFailure('hook_unreachable', true);
  }
}

/** @throws HookFailure, which closes the connection, if the body is larger */
async function readBody(body: AsyncIterable<Buffer>, largestBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > largestBytes) throw new HookFailure('hook_response_too_large', false);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function withRetries(
  attempt: () => Promise<string>,
  pausesMs: readonly number[],
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<string> {
  try {
    return await attempt();
  } catch (error) {
    const [pauseMs, ...later] = pausesMs;
    if (!(error instanceof HookFailure) || !error.isPassing || pauseMs === undefined) throw error;
    await clock.sleep(pauseMs, signal).catch(() => {
      throw new HookFailure('hook_timeout', false);
    });
    return withRetries(attempt, later, { clock, signal });
  }
}
