/**
 * One read of a route, parsed once at the edge by the two schemas of its reader (VER-02, GAP-113).
 */
import { UnreadableResponse, UpstreamError } from '../core/errors.ts';
import type { Log } from '../core/observability/log.ts';
import { requestId } from '../core/observability/request-id.ts';
import type { Query } from './fill-path.ts';
import type { UpstreamHttp } from './http.ts';
import { reportDrift, reportResponse } from './report-response.ts';
import { type ResponseReader, readResponse } from './response-reader.ts';

/**
 * Reads the response of a route and reports what differs.
 * @throws UnreadableResponse if a needed value is missing
 */
export type ReadAs = <T extends object>(route: string, reader: ResponseReader<T>, data: unknown) => T;

/**
 * Sends a read and reads the response. `template` is the route with `{name}` for each parameter. @throws UpstreamError
 */
export type Get = <T extends object>(
  template: string,
  params: Record<string, string>,
  reader: ResponseReader<T>,
  query?: Query,
) => Promise<T>;

/** Creates the reader of responses to GET. It throws UnreadableResponse. */
export function createReadAs(log: Log): ReadAs {
  return (route, reader, data) => {
    const read = readResponse(reader, data);
    reportResponse(log, `GET ${route}`, read, requestId());
    if (!read.ok) throw new UnreadableResponse();
    return read.data;
  };
}

/**
 * Creates the function that reads routes: it sends the request and reads the response. It throws UpstreamError, which
 * it also logs.
 * @param readAs reads the response. @default as {@link createReadAs} creates it
 */
export function createGet(
  http: Pick<UpstreamHttp, 'read'>,
  log: Log,
  readAs: ReadAs = createReadAs(log),
): Get {
  return (template, params, reader, query) =>
    logged(template, log, async () => {
      const answer = await http.read(template, { params, query });
      return readAs(template, reader, answer.data);
    });
}

/** Runs a read of a route, and logs the UpstreamError that it throws; an unreadable response is logged already. */
export async function logged<T>(route: string, log: Log, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UpstreamError && !(error instanceof UnreadableResponse)) {
      reportDrift(log, `GET ${route}`, error.drift);
      log('upstream.read_failed', {
        route,
        status: error.status,
        code: error.code,
        reason: error.reason,
        upstream_request_id: error.requestId,
      });
    }
    throw error;
  }
}

/**
 * Creates a `Get` for long responses that are about no person: equal responses give the same object, which nobody may
 * change. Create one for each reader, because a kept object is not parsed again. It throws UpstreamError, which it also
 * logs.
 */
export function createSharedGet(http: Pick<UpstreamHttp, 'read'>, log: Log): Get {
  const readAs = createReadAs(log);
  /** The result of each `data`. */
  const known = new WeakMap<object, unknown>();
  const readOnce: ReadAs = <T extends object>(route: string, reader: ResponseReader<T>, data: unknown) => {
    const found = known.get(data as object) ?? readAs(route, reader, data);
    known.set(data as object, found);
    return found as T;
  };
  return createGet({ read: (route, asked) => http.read(route, { ...asked, isShared: true }) }, log, readOnce);
}
