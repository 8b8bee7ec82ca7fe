/** A logical write of an endpoint: path, request body and response. The service has no other writes than by POST. */
import type { z } from 'zod';
import type { ResponseReader } from './response-reader.ts';

/** What the outbox needs to know about one kind of write. */
export interface WriteKindEntry {
  /** With `{name}` for each parameter. */
  path: string;
  /** Null if the endpoint takes no body (GAP-27). */
  body: z.ZodType<object> | null;
  /** How the response's data is read. */
  response: ResponseReader;
}

/** Describes a write by POST. */
export const post = (
  path: string,
  body: WriteKindEntry['body'],
  response: WriteKindEntry['response'],
): WriteKindEntry => ({ path, body, response });
