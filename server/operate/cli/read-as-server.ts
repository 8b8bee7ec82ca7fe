/** Reads a response as the server does, for the commands that examine a service. */
import type { ResponseReader } from '../../upstream/response-reader.ts';
import { misfits } from './learn/in-words.ts';

/**
 * Reads a response.
 * @returns what the next step gets, and how the response differs from the specification, or null; or the fields because of which
 *   the server cannot use it. Neither has a value of the response.
 */
export function readAsServer<T extends object>(
  { needed, named }: ResponseReader<T>,
  data: unknown,
): { data: T; drift: string | null } | { fault: string } {
  const read = needed.safeParse(data);
  if (!read.success) return { fault: misfits(read.error.issues, data) };
  const { error } = named.safeParse(data);
  return { data: read.data, drift: error ? misfits(error.issues, data) : null };
}
