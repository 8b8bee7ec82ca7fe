/**
 * The partner's adapter: functions that rewrite a response of the service before it is read, where the service differs
 * in a way that no entry of ASSUMPTIONS_FILE covers (VER-02, GAP-113). ADAPTER_MODULE names the file that exports it.
 */
import { jsonOrNull } from '../core/json.ts';
import type { RawAnswer } from './attempt.ts';

/**
 * Rewrites the body of a response.
 * @param body the parsed JSON as the service sent it, with `data` and `error`
 * @param response.status the HTTP status
 * @returns the body to read in its place, or a promise of it
 */
export type RewriteBody = (body: unknown, response: { status: number }) => unknown;

/**
 * The functions by route: the method and the path, with `{name}` for each parameter as the specification writes it.
 * @example
 * export const adapter = {
 *   // This service sends `lat` and `lng` within `position`.
 *   'GET /v1/locations': (body) => ({
 *     ...body,
 *     data: { ...body.data, locations: body.data.locations.map((place) => ({ ...place, ...place.position })) },
 *   }),
 * };
 */
export type Adapter = Readonly<Record<string, RewriteBody>>;

/** Rewrites one response of a route. Never rejects. */
export type AdaptAnswer = (route: string, answer: RawAnswer) => Promise<RawAnswer>;

/** Whether the text names a route as an adapter does. */
export const isRoute = (text: string): boolean => /^(GET|POST|PUT|PATCH|DELETE) \/v1\/\S+$/.test(text);

/**
 * Creates the function that rewrites responses. A response that is no JSON, or whose function throws, stays as it is.
 * @param onFailed called with the route when a function throws
 */
export function createAdaptAnswer(
  adapter: Adapter,
  onFailed: (route: string, error: unknown) => void,
): AdaptAnswer {
  return async (route, answer) => {
    const rewrite = adapter[route];
    const body = rewrite ? jsonOrNull(answer.text) : null;
    if (!rewrite || body === null) return answer;
    try {
      return { ...answer, text: JSON.stringify(await rewrite(body, { status: answer.status })) };
    } catch (error) {
      onFailed(route, error);
      return answer;
    }
  };
}
