/** Reads a service as the server does, for the commands that examine it. */
import { UpstreamError } from '../../core/errors.ts';
import type { Query } from '../../upstream/fill-path.ts';
import type { UpstreamHttp } from '../../upstream/http.ts';
import type { ResponseReader } from '../../upstream/response-reader.ts';
import { misfits } from './learn/in-words.ts';

/** Sends a read. @returns the response, or the UpstreamError in place of one */
export const readOrError = (http: UpstreamHttp, path: string, query?: Query) =>
  http.read(path, { query }).catch((error: unknown) => {
    if (error instanceof UpstreamError) return error;
    throw error;
  });

/**
 * Reads a response.
 * @returns what the next step gets, and how the response differs from the specification, or null; or the fields because of
 *   which the server cannot use it. The words about them have no value of the response
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
