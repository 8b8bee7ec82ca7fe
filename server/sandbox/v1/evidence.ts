/**
 * The common routes of both kinds of evidence: read, replace the upload session, complete the upload, list
 * (Upload lifecycle; CEV-03, CEV-04, CEV-13..CEV-17, PEV-08..PEV-12, UPL-19, UPL-27, UPL-29, GAP-36, GAP-39, GAP-40).
 */
import { z } from 'zod';
import {
  completeUploadRequest,
  type EvidenceList,
  evidence,
  evidenceQuery,
} from '../../contract/upstream-api/evidence.ts';
import { testType } from '../../contract/upstream-api/test-types.ts';
import { ApiError, codedError } from '../engine/api-error.ts';
import type { Key, Scope } from '../engine/keys.ts';
import { defineRoute, type Route } from '../engine/route.ts';
import { replaceUpload, transitionEvidence } from '../evidence/evidence-changes.ts';
import type { EvidenceKind, EvidenceRecord } from '../evidence/evidence-record.ts';
import { presentEvidence } from '../evidence/present-evidence.ts';
import type { State } from '../state.ts';
import { pageOf, pageQuery } from './query-values.ts';
import { requireBranch } from './require-branch.ts';

/** The differences between the two kinds: paths, scopes and the mode that provisions them. */
export interface KindOfEvidence {
  kind: EvidenceKind;
  base: '/v1/api-first/consent-evidence' | '/v1/api-first/physician-order-evidence';
  read: Scope;
  write: Scope;
  provisioned(key: Key): boolean;
}

/** The query of a list of evidence; query values are text. */
export const evidenceListQuery = evidenceQuery.extend({
  canonical_test_type: testType.optional(),
  ...pageQuery,
});

/** Makes a page of the records that `mine` accepts and that match the filters of the query. */
export function listEvidence(
  state: State,
  query: z.infer<typeof evidenceListQuery>,
  origin: string,
  mine: (record: EvidenceRecord) => boolean,
): EvidenceList {
  const { limit, offset, ...filters } = query;
  const matching = [...state.evidence.values()].filter(
    (record) =>
      mine(record) &&
      Object.entries(filters).every(
        ([name, value]) => value === undefined || Reflect.get(record, name) === value,
      ),
  );
  return pageOf(matching, { limit, offset }, (record) => presentEvidence(state, record, origin));
}

/**
 * Creates the routes of a single record. If the partner has no such record, they throw ApiError 404, or 409 if its key
 * is not provisioned for this kind.
 */
export function recordRoutes({ kind, base, read, write, provisioned }: KindOfEvidence): Route[] {
  const find = (state: State, key: Key, id: string): EvidenceRecord => {
    const record = state.evidence.get(id);
    if (record?.owner === key.prefix && record.kind === kind) return record;
    requireBranch(provisioned(key));
    throw new ApiError(404, 'No such evidence.');
  };
  return [
    defineRoute({
      method: 'GET',
      path: `${base}/:evidenceId`,
      summary: 'Read a partner-supplied document and where it stands',
      scope: read,
      responses: { 200: evidence },
      handler: ({ key, params, origin }, state) => ({
        status: 200,
        data: presentEvidence(state, find(state, key, params.evidenceId), origin),
      }),
    }),
    defineRoute({
      method: 'POST',
      path: `${base}/:evidenceId/upload-sessions`,
      summary: 'Replace the upload session of a document',
      scope: write,
      idempotencyKey: 'required',
      body: z.strictObject({}).optional(),
      responses: { 201: evidence },
      handler({ key, params, now, origin }, state) {
        const record = find(state, key, params.evidenceId);
        requireAwaitingUpload(record);
        replaceUpload(state, record, now);
        return { status: 201, data: presentEvidence(state, record, origin) };
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${base}/:evidenceId/upload-sessions/:uploadSessionId/complete`,
      summary: 'Say that the bytes of a document are uploaded',
      scope: write,
      idempotencyKey: 'required',
      body: completeUploadRequest,
      responses: { 200: evidence, 202: evidence },
      handler({ key, params, body, now, origin }, state) {
        const record = find(state, key, params.evidenceId);
        complete(state, record, params.uploadSessionId, body.sha256, now);
        const status = record.status === 'processing' ? 202 : 200;
        return { status, data: presentEvidence(state, record, origin) };
      },
    }),
  ];
}

/** Completes an upload. Repeating it changes nothing; an abandoned record cannot be completed. */
function complete(state: State, record: EvidenceRecord, uploadId: string, sha256: string, now: Date): void {
  const upload = state.uploads.get(uploadId);
  if (upload?.evidence_id !== record.id) throw new ApiError(404, 'No such upload session of this evidence.');
  if (sha256 !== record.document.sha256)
    throw new ApiError(400, 'The sha256 is not the one declared.', ['sha256: is not the one declared']);
  if (record.status === 'abandoned') requireAwaitingUpload(record);
  if (record.status !== 'awaiting_upload') return;
  if (record.upload_session_id !== upload.id || upload.expires_at <= now.toISOString())
    throw codedError(
      409,
      'SANDBOX_UPLOAD_SESSION_EXPIRED',
      'This upload session has expired or was replaced.',
    );
  if (!upload.uploaded)
    throw codedError(409, 'SANDBOX_UPLOAD_MISSING', 'No bytes were uploaded in this upload session.');
  transitionEvidence(state, record, 'complete', now);
}

function requireAwaitingUpload(record: EvidenceRecord): void {
  if (record.status !== 'awaiting_upload')
    throw codedError(409, 'SANDBOX_INVALID_STATE', `The evidence is ${record.status} and awaits no upload.`);
}
