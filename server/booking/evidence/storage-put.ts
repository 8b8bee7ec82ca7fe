/**
 * Sends a document's exact bytes to the storage by PUT, with the headers that the storage requires and no other
 * credential (UPL-11..UPL-13, UPL-17, T61..T63).
 */
import type { Readable } from 'node:stream';
import type { DocumentClient } from '../../upstream/documents/client.ts';
import type { UploadSession } from '../../upstream/evidence/responses.ts';
import { cameWith, type OnCalled, observeCall } from '../../upstream/observe-call.ts';
import { readRetryAfter } from '../../upstream/retry-after.ts';

/** `again`: try the same transfer later; `stop`: the transfer can never succeed. */
export type TransferResult =
  | { kind: 'stored' }
  /** The record needs a replacement session: the time of this one is over (`expired`), or the storage refused it. */
  | { kind: 'renew'; reason: 'expired' | 'refused' }
  | { kind: 'again'; retryAfterMs: number | null }
  | { kind: 'stop'; reason: string };

const putTimeoutMs = 120_000;

/** Headers that only this server sets, and credentials. A service that requires one is misread or compromised. */
const ownHeaders =
  /^(host|authorization|cookie|transfer-encoding|content-length|connection|keep-alive|upgrade|te|trailer|expect|x-api-key|proxy-.*)$/i;

/** Reads the headers from an object, or from a list of names and values (GAP-38). */
const headersOf = ({ required_headers: headers }: UploadSession): [name: string, value: string][] =>
  Array.isArray(headers) ? headers.map(({ name, value }) => [name, value]) : Object.entries(headers ?? {});

/**
 * Sends the bytes to the session's address, after it has checked the session. Never rejects.
 * @param client sends the request if the address is allowed
 * @param contentLength in bytes
 * @param bytes a part is requested after the previous one was sent, so it may reuse its memory
 * @param nowMs milliseconds since the epoch
 * @param onCalled called after a request. @default nothing
 * @returns what to do next: the document is stored, needs a new session, is sent again, or cannot be sent
 */
export async function putDocument(
  client: DocumentClient,
  session: UploadSession,
  contentLength: number,
  bytes: AsyncIterable<Uint8Array>,
  nowMs: number,
  onCalled: OnCalled = () => {},
): Promise<TransferResult> {
  if ((session.method ?? 'PUT').toUpperCase() !== 'PUT')
    return { kind: 'stop', reason: 'upload_method_unknown' };
  const fault = client.faultOf(session.url);
  if (fault !== null)
    return {
      kind: 'stop',
      reason: fault === 'host_not_listed' ? 'upload_host_not_listed' : 'upload_address_unsafe',
    };
  const headers = headersOf(session);
  if (headers.some(([name]) => ownHeaders.test(name.trim())))
    return { kind: 'stop', reason: 'upload_headers_unsafe' };
  if (session.expires_at !== null && Date.parse(session.expires_at) <= nowMs)
    return { kind: 'renew', reason: 'expired' };
  try {
    const response = await observeCall(
      { method: 'PUT', route: '{upload_url}', onCalled },
      () =>
        client.request(session.url, {
          method: 'PUT',
          headers: { ...Object.fromEntries(headers), 'content-length': String(contentLength) },
          // Undici sends an iterable part by part; its types allow streams only, which read ahead.
          body: bytes as unknown as Readable,
          signal: AbortSignal.timeout(putTimeoutMs),
        }),
      ({ statusCode }) => cameWith(statusCode),
    );
    await response.body.dump();
    return resultOf(response.statusCode, readRetryAfter(response.headers, nowMs));
  } catch {
    return { kind: 'again', retryAfterMs: null };
  }
}

/** Any 2xx means stored; 5xx and network errors are retried; other refusals end the transfer (GAP-38). */
function resultOf(status: number, retryAfterMs: number | null): TransferResult {
  if (status >= 200 && status < 300) return { kind: 'stored' };
  if (status === 403 || status === 410) return { kind: 'renew', reason: 'refused' };
  if (status === 408 || status === 429 || status >= 500) return { kind: 'again', retryAfterMs };
  return { kind: 'stop', reason: `storage_refused_${status}` };
}
