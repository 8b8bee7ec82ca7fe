/** One PUT of a document's exact bytes to the storage, with the headers it asked for and no other credential (UPL-11..UPL-13, UPL-17, T61..T63). */
import type { Readable } from 'node:stream';
import type { UploadSession } from '../contract/upstream-api/evidence.ts';
import type { DocumentClient } from '../upstream/documents/client.ts';
import { cameWith, type OnCalled, observeCall } from '../upstream/observe-call.ts';
import { readRetryAfter } from '../upstream/retry-after.ts';

export type PutResult =
  | { kind: 'stored' }
  /** The session is spent: a replacement for the same record is asked for. */
  | { kind: 'renew' }
  | { kind: 'again'; retryAfterMs: number | null }
  | { kind: 'stop'; reason: string };

const putTimeoutMs = 120_000;

/** Ours to say, or credentials that the service has no business to choose: a service that asks for one is misread or bent. */
const ownHeaders =
  /^(host|authorization|cookie|transfer-encoding|content-length|connection|keep-alive|upgrade|te|trailer|expect|x-api-key|proxy-.*)$/i;

/** An object of headers or a list of name and value (GAP-38). */
const headersOf = ({ required_headers: headers }: UploadSession): [name: string, value: string][] =>
  Array.isArray(headers) ? headers.map(({ name, value }) => [name, value]) : Object.entries(headers);

/**
 * @param client by which the address is requested, if it may be
 * @param bytes the next part is asked for when the last has left, so each may lie in the place of the one before
 * @param onCalled told of the call, if there is one. @default nobody
 */
export async function putDocument(
  client: DocumentClient,
  session: UploadSession,
  contentLength: number,
  bytes: AsyncIterable<Uint8Array>,
  nowMs: number,
  onCalled: OnCalled = () => {},
): Promise<PutResult> {
  if (session.method.toUpperCase() !== 'PUT') return { kind: 'stop', reason: 'upload_method_unknown' };
  const fault = client.faultOf(session.url);
  if (fault !== null)
    return {
      kind: 'stop',
      reason: fault === 'host_not_listed' ? 'upload_host_not_listed' : 'upload_address_unsafe',
    };
  const headers = headersOf(session);
  if (headers.some(([name]) => ownHeaders.test(name.trim())))
    return { kind: 'stop', reason: 'upload_headers_unsafe' };
  if (Date.parse(session.expires_at) <= nowMs) return { kind: 'renew' };
  try {
    const answer = await observeCall(
      { method: 'PUT', route: '{upload_url}', onCalled },
      () =>
        client.request(session.url, {
          method: 'PUT',
          headers: { ...Object.fromEntries(headers), 'content-length': String(contentLength) },
          // Undici sends what can be iterated, part by part; its types know of streams alone, which read ahead.
          body: bytes as unknown as Readable,
          signal: AbortSignal.timeout(putTimeoutMs),
        }),
      ({ statusCode }) => cameWith(statusCode),
    );
    await answer.body.dump();
    return resultOf(answer.statusCode, readRetryAfter(answer.headers['retry-after'], nowMs));
  } catch {
    return { kind: 'again', retryAfterMs: null };
  }
}

/** Any 2xx is stored; 5xx and the network are tried again; other refusals end it (GAP-38). */
function resultOf(status: number, retryAfterMs: number | null): PutResult {
  if (status >= 200 && status < 300) return { kind: 'stored' };
  if (status === 403 || status === 410) return { kind: 'renew' };
  if (status === 408 || status === 429 || status >= 500) return { kind: 'again', retryAfterMs };
  return { kind: 'stop', reason: `storage_refused_${status}` };
}
