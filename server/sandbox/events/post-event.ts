/** One HTTP POST to a callback: ten seconds, no redirect followed, no connection kept (GAP-91). */
import { request } from 'undici';

const timeoutMs = 10_000;

/** The HTTP status, or null where no answer came. */
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
      // A kept connection that the receiver closed meanwhile would look like a failure of the next delivery.
      reset: true,
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body.dump().catch(() => {});
    return response.statusCode;
  } catch {
    return null;
  }
}
