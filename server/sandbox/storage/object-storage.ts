/**
 * The object storage for partners' PDFs: accepts a PUT without an API key, compares the bytes with the declared checksum and
 * discards them (Upload lifecycle 1-3; UPL-07, UPL-14, UPL-15, UPL-18, GAP-38).
 */
import { hash } from 'node:crypto';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { doDueWork } from '../due-work.ts';
import { ApiError } from '../engine/api-error.ts';
import type { Authenticated } from '../engine/authentication.ts';
import { nowOf } from '../engine/clock.ts';
import { applyFaults, type FaultState } from '../engine/faults.ts';
import type { RequestBody } from '../engine/request-body.ts';
import type { EvidenceRecord, UploadRecord } from '../evidence/evidence-record.ts';
import type { State } from '../state.ts';

/** Creates the storage's router. */
export function objectStorage(state: State): Router<Upload> {
  const router = new Router<Upload>();
  router.all(uploadPath, errorsToText, applyFaults(state), receive(state));
  return router;
}

type Upload = Partial<Authenticated> & FaultState & RequestBody;

const errorsToText: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    ctx.status = error.status;
    ctx.set(error.headers);
    ctx.body = `${error.message}\n`;
  }
};

function receive(state: State): Middleware<RequestBody> {
  return async (ctx) => {
    if (ctx.method !== 'PUT') throw new ApiError(405, 'Only PUT is taken here.', null, { Allow: 'PUT' });
    doDueWork(state);
    const { upload, record } = findUpload(state, ctx);
    checkOpen(upload, record, nowOf(state.clock));
    checkHeaders(ctx, record);
    if (hash('sha256', ctx.state.bytes) !== record.document.sha256)
      throw new ApiError(400, 'The bytes do not have the declared checksum.');
    upload.uploaded = true;
    ctx.status = 200;
    ctx.body = '';
  };
}

function findUpload(state: State, ctx: Context): { upload: UploadRecord; record: EvidenceRecord } {
  const { uploadSessionId } = ctx.params as { uploadSessionId: string };
  const upload = state.uploads.get(uploadSessionId);
  const record = upload && state.evidence.get(upload.evidence_id);
  if (upload === undefined || record === undefined || ctx.query.token !== upload.token)
    throw new ApiError(403, 'The token is not valid.');
  return { upload, record };
}

function checkOpen(upload: UploadRecord, record: EvidenceRecord, now: Date): void {
  if (record.upload_session_id !== upload.id || record.status !== 'awaiting_upload')
    throw new ApiError(410, 'This upload session is no longer in use.');
  if (upload.expires_at <= now.toISOString()) throw new ApiError(403, 'This upload session has expired.');
}

/** The headers must equal `required_headers` and the declared length, which shows that nothing re-encoded the bytes (T62). */
function checkHeaders(ctx: Context, { document }: EvidenceRecord): void {
  const wanted = {
    'Content-Type': document.content_type,
    [checksumHeader]: Buffer.from(document.sha256, 'hex').toString('base64'),
    'Content-Length': String(document.content_length),
  };
  for (const [name, value] of Object.entries(wanted))
    if (ctx.get(name) !== value) throw new ApiError(400, `The header ${name} is not what was declared.`);
}

/** The path of an upload, on the sandbox's origin and outside `/v1` (Upload lifecycle 2; UPL-14). */
const uploadPath = '/storage/uploads/:uploadSessionId';
/** Its value is Base64, unlike the lowercase hexadecimal in API bodies (T61). */
export const checksumHeader = 'x-storage-checksum-sha256';

/** Creates the path of an upload with its token, relative to the sandbox's origin. */
export function uploadAddress({ id, token }: UploadRecord): string {
  return `${uploadPath.replace(':uploadSessionId', id)}?token=${token}`;
}
