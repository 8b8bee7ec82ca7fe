/** Sends one HTTP POST to a callback: 10 s timeout, no redirects, no keep-alive (GAP-91). */
import { request } from 'undici';

const timeoutMs = 10_000;

/**
 * Sends one attempt. Never rejects.
 * @returns the HTTP status, or null without a response, also if `stop` aborts the attempt
 */
export async function postEvent(
  url: string,
  headers: Record<string, string>,
  body: string,
  stop: AbortSignal,
): Promise<number | null> {
  try {
    const response = await request(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      // A keep-alive connection that the receiver has closed would make the next delivery fail.
      reset: true,
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body.dump().catch(() => {});
    return response.statusCode;
  } catch {
    return null;
  }
}
