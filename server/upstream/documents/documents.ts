/** Reads PDFs of the service as streams, never held whole (Appointments; APT-61, APT-65, T40, T42, GAP-74). */
import type { Readable } from 'node:stream';
import { UpstreamError } from '../../core/errors.ts';
import { isNetworkError, networkReason } from '../../core/network-error.ts';
import type { Log } from '../../core/observability/log.ts';
import { readEnvelope, readError } from '../attempt.ts';
import { logged } from '../get.ts';
import type { StreamedAnswer, UpstreamHttp } from '../http.ts';
import { cameWith, type OnCalled, observeCall } from '../observe-call.ts';
import type { Flow } from '../write-kinds.ts';
import { type DocumentClient, documentHostOf } from './client.ts';

/** A PDF that is being received. The caller must consume or destroy `body`. */
export interface PdfDocument {
  body: Readable;
  /** Null if the response does not say. */
  lengthBytes: number | null;
}

/** Reads the PDFs of the service. Each read throws UpstreamError. */
export interface Documents {
  /** The blank assessment; binary, with an envelope only if it is refused. */
  vo2Assessment(): Promise<PdfDocument>;
  /** The document at a temporary address. It is on another host, which never receives the API key. */
  signedForm(url: string): Promise<PdfDocument>;
}

const vo2Route = '/v1/documents/vo2-physician-assessment';
const timeoutMs = 20_000;
/** The limit for a refusal; a larger body is not an envelope. */
const largestRefusalBytes = 64 * 1024;

/** Creates the reads of PDFs with one flow's client. Each read throws UpstreamError. */
export function createDocumentDownloads(
  http: Pick<UpstreamHttp, 'stream' | 'documents'>,
  log: Log,
  flow: Flow,
): Documents {
  const onCalled: OnCalled = (call) => log('upstream.called', { flow, ...call });
  /** @param route the name of the request in the log; never an address */
  const pdf = (route: string, open: () => Promise<StreamedAnswer>): Promise<PdfDocument> =>
    logged(route, log, async () => pdfOf(await open()));

  return {
    vo2Assessment: () => pdf(vo2Route, () => http.stream(vo2Route)),
    signedForm: (url) =>
      pdf('signed_form_url', () => {
        logRefused(log, http.documents, 'signed_form_url', url);
        return openTemporary(http.documents, url, onCalled);
      }),
  };
}

async function openTemporary(
  client: DocumentClient,
  url: string,
  onCalled: OnCalled,
): Promise<StreamedAnswer> {
  if (client.faultOf(url) !== null) throw new UpstreamError({ status: 0 });
  try {
    const { statusCode, headers, body } = await observeCall(
      { method: 'GET', route: '{signed_form_url}', onCalled },
      () => client.request(url, { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }),
      ({ statusCode }) => cameWith(statusCode),
    );
    return { status: statusCode, headers, body };
  } catch (error) {
    // The error of the failed request may contain the address, so only its code is kept.
    throw new UpstreamError({ status: 0, reason: isNetworkError(error) ? networkReason(error) : null });
  }
}

/**
 * Logs why an address of the service is not used, and its host if listing it in DOCUMENT_HOSTS would help; never the
 * address. Does nothing if the address is allowed.
 * @param route the name of the request in the log, such as `upload_url`
 */
export function logRefused(log: Log, client: DocumentClient, route: string, address: string): void {
  const code = client.faultOf(address);
  if (code === null) return;
  log('documents.refused', {
    route,
    code,
    host: code === 'host_not_listed' ? documentHostOf(address) : null,
  });
}

async function pdfOf(answer: StreamedAnswer): Promise<PdfDocument> {
  const { status, headers, body } = answer;
  // Without a listener, a later connection error would end the process.
  body.on('error', () => {});
  if (status === 200 && /^application\/pdf\b/i.test(String(headers['content-type'] ?? ''))) {
    const length = Number(headers['content-length']);
    return { body, lengthBytes: Number.isSafeInteger(length) && length > 0 ? length : null };
  }
  const text = await textOf(body);
  throw readError({ status, headers, text }, readEnvelope(text), Date.now(), `http_${status}_no_pdf`);
}

async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += (chunk as Buffer).length;
      if (bytes > largestRefusalBytes) break;
      chunks.push(chunk as Buffer);
    }
  } catch {
    return '';
  }
  return Buffer.concat(chunks).toString('utf8');
}
