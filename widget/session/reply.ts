/** Sends one request with a deadline, and reads its response or the error in it. */
import type { ProblemBody } from '../../server/contract/problem.ts';
import type { ProblemCode } from '../../server/contract/problem-codes.ts';
import { Failure, type FailureCode, Refusal, referenceOf } from './failure.ts';
import type { Platform } from './platform.ts';

/** A JSON object. */
export type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Sends a request.
 * @param signal of the user's session. `init.signal` ends only this request, with Failure `timeout`
 * @param timeoutMs the time for the whole response, its body included
 * @returns the response, whatever its status
 * @throws the signal's reason when it aborts; Failure `timeout` or `offline` when no response came
 */
export async function send(
  platform: Platform,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Response> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    return await platform.fetch(url, {
      ...init,
      signal: anySignal([signal, deadline, ...(init.signal ? [init.signal] : [])]),
      // The server forbids to store any response. Chromium asks a preflight for each request with `no-store`, and with
      // `default` for each with If-Match.
      cache: init.method === 'GET' ? 'default' : 'force-cache',
      credentials: 'omit',
      redirect: 'error',
    });
  } catch {
    signal.throwIfAborted();
    throw new Failure(deadline.aborted || init.signal?.aborted ? 'timeout' : 'offline');
  }
}

/** @returns the JSON object of a response, or null for anything else; the body of the response can still be read */
export async function jsonOf(response: Response): Promise<Json | null> {
  try {
    const body: unknown = await response.clone().json();
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

/** @returns a problem's `code`, or OAuth's `error`; null where there is neither */
export async function errorCodeOf(response: Response): Promise<string | null> {
  const body = await jsonOf(response);
  const code = body?.code ?? body?.error;
  return typeof code === 'string' ? code : null;
}

const isProblem = (body: Json | null): body is Json & ProblemBody =>
  typeof body?.code === 'string' && typeof body.status === 'number' && typeof body.title === 'string';

/** Codes of the server for which the page has words, whatever their status. */
const worded: readonly (FailureCode & ProblemCode)[] = [
  'assumption_unmet',
  'upstream_unreadable',
  'flow_not_configured',
  'role_not_allowed',
];

/**
 * @returns the error of an unsuccessful response: a refusal to show, or a failure with the server's code and
 * reference
 */
export async function errorOf(response: Response): Promise<Failure | Refusal> {
  const body = await jsonOf(response);
  const reference = referenceOf(body);
  if (!isProblem(body)) return new Failure('unavailable', { reference });
  const { status } = response;
  const { code, contact } = body;
  const own = worded.find((word) => word === code);
  if (own !== undefined) return new Failure(own, { reference, contact });
  if (status === 401 && code.startsWith('token_')) return new Failure('sign_in_ended', { reference });
  if (status >= 500 || status === 429 || status === 401)
    return new Failure('unavailable', { problem: code, reference, contact });
  return new Refusal(body);
}

/**
 * `AbortSignal.any` for browsers that lack it (Safari before 17.4, Firefox before 124).
 *
 * @returns a signal that aborts, with the same reason, as soon as one of `signals` has aborted
 */
function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any([...signals]);
  const controller = new AbortController();
  for (const source of signals) {
    const follow = () => controller.abort(source.reason);
    if (source.aborted) follow();
    else source.addEventListener('abort', follow, { once: true, signal: controller.signal });
  }
  return controller.signal;
}
