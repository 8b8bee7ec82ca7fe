/** Uploads a file to the partner's server. */
import { request } from './request.ts';
import type { Session } from './session.ts';

/** 20 MiB on a slow line. */
const uploadTimeoutMs = 300_000;

/**
 * Uploads a file. The view is read before it too: that brings the newest nonce and token. The server would refuse old ones
 * while the file is on its way, and a slow line does not get all of it there before the connection ends.
 * @param path of the request, below the address of the server
 * @param read reads the view that shows the file
 * @returns the view after the upload
 * @throws as `request`
 */
export async function sendFile<V>(
  session: Session,
  { path, file, read }: { path: string; file: Blob; read: () => Promise<V> },
): Promise<V> {
  await read();
  await request(session, { method: 'PUT', path, body: file, timeoutMs: uploadTimeoutMs });
  return read();
}
