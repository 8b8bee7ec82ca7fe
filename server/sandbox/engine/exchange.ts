/** An exchange of `/v1`: a public type of the package, so this file does not import Koa. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';

/** A request with its response. */
export interface Exchange {
  method: string;
  path: string;
  query: ParsedUrlQuery;
  requestHeaders: IncomingHttpHeaders;
  requestBytes: Buffer;
  status: number;
  contentType: string;
  /** A value that is sent as JSON, bytes, or undefined. */
  responseBody: unknown;
}
