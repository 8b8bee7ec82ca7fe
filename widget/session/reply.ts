/** Sends one request and reads its reply: a deadline on every call, and a typed error for whatever goes wrong. */
import type { ProblemBody } from '../../server/contract/problem.ts';
import { anySignal } from './any-signal.ts';
import { Failure, type FailureCode, Refusal } from './failure.ts';

export type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rejects with the signal's own reason when the caller gave up, with a Failure otherwise. */
export async function send(url: string, init: RequestInit, signal: AbortSignal, timeoutMs: number) {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(url, {
      ...init,
      signal: anySignal([signal, deadline, ...(init.signal ? [init.signal] : [])]),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
  } catch {
    signal.throwIfAborted();
    throw new Failure(deadline.aborted ? 'timeout' : 'offline');
  }
}

/** The JSON object of a reply, or null for anything else. Reading leaves the reply itself unread. */
export async function jsonOf(response: Response): Promise<Json | null> {
  try {
    const body: unknown = await response.clone().json();
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

/** A problem's `code`, or OAuth's `error`. */
export async function errorCodeOf(response: Response): Promise<string | null> {
  const body = await jsonOf(response);
  const code = body?.code ?? body?.error;
  return typeof code === 'string' ? code : null;
}

const isProblem = (body: Json | null): body is Json & ProblemBody =>
  typeof body?.code === 'string' && typeof body.status === 'number' && typeof body.title === 'string';

/** Codes of the server that the page words itself, whatever their status. */
const worded: readonly FailureCode[] = ['assumption_unmet', 'flow_not_configured', 'role_not_allowed'];

/** @returns the error that an unsuccessful response stands for: a refusal to show, or a failure with the server's code and reference */
export async function errorOf(response: Response): Promise<Failure | Refusal> {
  const body = await jsonOf(response);
  if (!isProblem(body)) return new Failure('unavailable');
  const { status } = response;
  const { code, request_id, upstream_request_id } = body;
  const reference = upstream_request_id ?? request_id;
  const own = worded.find((word) => word === code);
  if (own !== undefined) return new Failure(own, { reference });
  if (status === 401 && code.startsWith('token_')) return new Failure('sign_in_ended');
  if (status >= 500 || status === 429 || status === 401)
    return new Failure('unavailable', { problem: code, reference });
  return new Refusal(body);
}
