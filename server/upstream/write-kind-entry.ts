/** A logical write as the endpoint takes it: verb, path, what is sent and what comes back. */
import type { z } from 'zod';

export interface WriteKindEntry {
  method: 'POST';
  /** With `{name}` for each parameter. */
  path: string;
  /** Null where the endpoint takes no body (GAP-27). */
  body: z.ZodType<object> | null;
  answer: z.ZodType<object>;
}

export const post = (
  path: string,
  body: WriteKindEntry['body'],
  answer: WriteKindEntry['answer'],
): WriteKindEntry => ({ method: 'POST', path, body, answer });
