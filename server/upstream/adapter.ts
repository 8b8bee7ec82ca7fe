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
type RewriteBody = (body: unknown, response: { status: number }) => unknown;

/**
 * The functions by route: the method and the path, with `{name}` for each parameter as the specification writes it.
 * @example
 * export const adapter = {
 *   // This service sends an order within `order`.
 *   'POST /v1/orders': (body) => (body.data?.order ? { ...body, data: body.data.order } : body),
 * };
 */
export type Adapter = Readonly<Record<string, RewriteBody>>;

/** Rewrites the response to one request. Never rejects. @param path of the request, with its query */
export type AdaptAnswer = (method: string, path: string, answer: RawAnswer) => Promise<RawAnswer>;

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
  return async (method, path, answer) => {
    const request = `${method} ${path.split('?', 1)[0]}`;
    const found = Object.entries(adapter).find(([route]) => hasRoute(request, route));
    const body = found ? jsonOrNull(answer.text) : null;
    if (!found || body === null) return answer;
    const [route, rewrite] = found;
    try {
      return { ...answer, text: JSON.stringify(await rewrite(body, { status: answer.status })) };
    } catch (error) {
      onFailed(route, error);
      return answer;
    }
  };
}

/** Whether a request has this route: each parameter is one part of its path, whatever the name of the parameter. */
function hasRoute(request: string, route: string): boolean {
  const [parts, wanted] = [request.split('/'), route.split('/')];
  return (
    parts.length === wanted.length && wanted.every((part, at) => part === parts[at] || /^\{.*\}$/.test(part))
  );
}
