/**
 * Repeats a request while an interruption of the way to the partner's server passes: a restart of the server, a proxy or the
 * database, a cut connection, a full limit. The server itself repeats what it asks of the testing service.
 */
import type { ProblemCode } from '../../server/contract/problem-codes.ts';
import { Failure } from './failure.ts';
import type { Platform } from './platform.ts';
import { errorCodeOf } from './reply.ts';

/** The waits in milliseconds where the server names none. Together they outlast a restart. */
const waitsMs = [500, 1_500, 4_500];
/** A customer who would wait longer sees why, and can press. */
const longestWaitSeconds = 5;
/** A proxy without a server behind it, a server without its database, and a limit that is reached. */
const passingStatuses = [429, 502, 503, 504];
/** The server has repeated its own requests before it says so. */
const repeatedByServer: readonly ProblemCode[] = ['service_unavailable', 'calendar_unavailable'];

/**
 * Sends a request, and repeats it at most three times after a cut connection or a response that may pass. Between them it
 * waits as long as the response asks. A request that ran out of time is not repeated, and none is while the device is
 * offline.
 * @param sign signs the request and returns the function that sends it. A repeated request must have no second effect
 * @param signal ends a wait early
 * @returns the last response
 * @throws what `sign` throws, and what the last request throws
 */
export async function sendAgain(
  sign: () => Promise<() => Promise<Response>>,
  platform: Platform,
  signal: AbortSignal,
): Promise<Response> {
  for (const waitMs of waitsMs) {
    const send = await sign();
    const response = await send().catch(unlessCut);
    const askedMs = response === null ? waitMs : await waitAfter(response, waitMs);
    if (askedMs === null) return response as Response;
    await platform.pause(askedMs, signal);
  }
  const send = await sign();
  return send();
}

/** @returns null for a connection that was cut. From a page, a response of a proxy without CORS headers looks the same */
function unlessCut(error: unknown): null {
  const isCut = error instanceof Failure && (error.code === 'offline' || error.code === 'origin_not_listed');
  if (!isCut || globalThis.navigator?.onLine === false) throw error;
  return null;
}

/** Whether a response with this code comes after repetitions: another would make the customer wait once more. */
export const isRepeatedByServer = (code: string | null): boolean =>
  repeatedByServer.some((one) => one === code);

/** @returns milliseconds until the request is repeated; null if the response is final */
async function waitAfter(response: Response, waitMs: number): Promise<number | null> {
  if (!passingStatuses.includes(response.status)) return null;
  const code = await errorCodeOf(response);
  if (isRepeatedByServer(code)) return null;
  const seconds = Number(response.headers.get('retry-after'));
  if (seconds > 0) return seconds <= longestWaitSeconds ? seconds * 1000 : null;
  // The server names a time with each of its own errors that passes.
  return code === null ? waitMs : null;
}
