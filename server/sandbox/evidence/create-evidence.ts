/** Creates evidence records and their upload sessions (States: Evidence; UPL-19, UPL-28, UPL-32). */
import { secondsAfter } from '../engine/clock.ts';
import { nextId } from '../engine/ids.ts';
import type { State } from '../state.ts';
import type { EvidenceRecord, EvidenceSubject } from './evidence-record.ts';

/** Creates a record in `awaiting_upload` with its first upload session, and adds both to the state. */
export function createEvidence(state: State, subject: EvidenceSubject, now: Date): EvidenceRecord {
  const id = nextId(state.counters, `${subject.kind} evidence`);
  const record: EvidenceRecord = {
    ...subject,
    id,
    status: 'awaiting_upload',
    status_changed_at: now.toISOString(),
    created_at: now.toISOString(),
    expires_at: null,
    safe_reason_code: null,
    version: 1,
    upload_session_id: openUpload(state, id, now),
  };
  state.evidence.set(id, record);
  return record;
}

/**
 * Replaces the upload session. The earlier one accepts no bytes, and bytes that it received do not count. The record
 * must be `awaiting_upload`.
 */
export function replaceUpload(state: State, record: EvidenceRecord, now: Date): void {
  record.upload_session_id = openUpload(state, record.id, now);
  record.version += 1;
}

function openUpload(state: State, evidence_id: string, now: Date): string {
  const id = nextId(state.counters, 'upload session');
  state.uploads.set(id, {
    id,
    evidence_id,
    token: nextId(state.counters, 'upload address').replaceAll('-', ''),
    expires_at: secondsAfter(now, state.settings.upload_session_seconds).toISOString(),
    uploaded: false,
  });
  return id;
}
