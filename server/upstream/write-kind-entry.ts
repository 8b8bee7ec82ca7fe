/** A logical write of an endpoint: verb, path, request body and response. */
import type { z } from 'zod';
import type { ResponseReader } from './response-reader.ts';

/** What the outbox needs to know about one kind of write. */
export interface WriteKindEntry {
  method: 'POST';
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
): WriteKindEntry => ({ method: 'POST', path, body, response });
