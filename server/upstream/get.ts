/**
 * One read of a route, parsed once at the edge. A response that does not fit its schema is drift, and an error (VER-02,
 * GAP-113).
 */
import type { z } from 'zod';
import { UpstreamError } from '../errors.ts';
import type { Log } from '../observability/log.ts';
import type { Query } from './fill-path.ts';
import type { UpstreamHttp } from './http.ts';

/** Parses the response of a route. @throws UpstreamError as for a missing response */
export type ReadAs = <S extends z.ZodType>(route: string, schema: S, data: unknown) => z.output<S>;

/**
 * Sends a read and parses the response. `template` is the route with `{name}` for each parameter. @throws UpstreamError
 */
export type Get = <S extends z.ZodType>(
  template: string,
  params: Record<string, string>,
  schema: S,
  query?: Query,
) => Promise<z.output<S>>;

/** Creates the parser of responses. A response that does not fit its schema is logged and throws UpstreamError. */
export function createReadAs(log: Log): ReadAs {
  return (route, schema, data) => {
    const read = schema.safeParse(data);
    if (read.success) return read.data;
    const paths = read.error.issues.map((issue) => `${issue.path.map(String).join('.')}:${issue.code}`);
    log('upstream.drift', { route, paths: paths.slice(0, 10).join(' ') });
    throw new UpstreamError({ status: 0 });
  };
}

/**
 * Creates the function that reads routes: it sends the request and parses the response. It throws UpstreamError, which
 * it also logs.
 */
export function createGet(http: Pick<UpstreamHttp, 'read'>, readAs: ReadAs, log: Log): Get {
  return (template, params, schema, query) =>
    logged(template, log, async () => {
      const answer = await http.read(template, { params, query });
      return readAs(template, schema, answer.data);
    });
}

/** Runs a read of a route, and logs the UpstreamError that it throws. */
export async function logged<T>(route: string, log: Log, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UpstreamError)
      log('upstream.read_failed', {
        route,
        status: error.status,
        code: error.code,
        upstream_request_id: error.requestId,
      });
    throw error;
  }
}

/**
 * Creates a `Get` for long responses that are about no person: equal responses give the same object, which nobody may
 * change. Create one for each schema, because a kept object is not parsed again. It throws UpstreamError, which it also
 * logs.
 */
export function createSharedGet(http: Pick<UpstreamHttp, 'read'>, readAs: ReadAs, log: Log): Get {
  /** The result of each `data`. */
  const known = new WeakMap<object, unknown>();
  const readOnce: ReadAs = (route, schema, data) => {
    const found = known.get(data as object) ?? readAs(route, schema, data);
    known.set(data as object, found);
    return found as z.output<typeof schema>;
  };
  return createGet({ read: (route, asked) => http.read(route, { ...asked, isShared: true }) }, readOnce, log);
}
