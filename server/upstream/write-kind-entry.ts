/** A logical write of an endpoint: verb, path, request body and response. */
import type { z } from 'zod';

/** What the outbox needs to know about one kind of write. */
export interface WriteKindEntry {
  method: 'POST';
  /** With `{name}` for each parameter. */
  path: string;
  /** Null if the endpoint takes no body (GAP-27). */
  body: z.ZodType<object> | null;
  /** The schema of the response's data. */
  answer: z.ZodType<object>;
}

/** Describes a write by POST. */
export const post = (
  path: string,
  body: WriteKindEntry['body'],
  answer: WriteKindEntry['answer'],
): WriteKindEntry => ({ method: 'POST', path, body, answer });
