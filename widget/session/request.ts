/** Requests of one user to the partner's server, with a checked response. */
import { Failure } from './failure.ts';
import { jsonText } from './json-text.ts';
import { errorOf, type Json, jsonOf } from './reply.ts';
import type { Session, SessionRequest } from './session.ts';

/** A request to the partner's server. */
export interface ServerRequest extends Omit<SessionRequest, 'url' | 'body'> {
  /** Follows the base address of the server. */
  path: string;
  /** A Blob is sent as a PDF, anything else as JSON. */
  body?: object | undefined;
}

/**
 * Sends a request with the user's token.
 * @returns the response, whose status is 2xx
 * @throws Refusal if the server does not accept what the user did; Failure if no usable response came; the session's
 *   reason if its user is gone
 */
export async function request(
  session: Session,
  { path, body, headers, ...init }: ServerRequest,
): Promise<Response> {
  const isFile = body instanceof Blob;
  const response = await session.call({
    ...init,
    url: session.server + path,
    headers: { ...(body && { 'content-type': `application/${isFile ? 'pdf' : 'json'}` }), ...headers },
    ...(body && { body: isFile ? body : jsonText(body) }),
  });
  if (!response.ok) throw await errorOf(response);
  return response;
}

/**
 * Sends a request and reads the file of its response.
 * @throws as `request`; Failure `offline` if the response was cut
 */
export async function requestFile(session: Session, init: ServerRequest): Promise<Blob> {
  const response = await request(session, init);
  return response.blob().catch(() => {
    session.signal.throwIfAborted();
    throw new Failure('offline');
  });
}

/**
 * Sends a request and reads the JSON object of its response.
 * @param fits whether the object has the members that the widget relies on
 * @throws Refusal when the server does not accept what the user did
 * @throws Failure when no usable response came
 * @throws the session's reason if its user is gone
 */
export async function requestJson<T>(
  session: Session,
  fits: (body: Json | null) => body is Json & T,
  init: ServerRequest,
): Promise<T> {
  const body = await jsonOf(await request(session, init));
  if (!fits(body)) throw new Failure('unavailable');
  return body;
}
