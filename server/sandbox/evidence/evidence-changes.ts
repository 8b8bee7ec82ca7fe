/** Applies transitions to evidence: writes the status, emits the event, and updates older evidence and the appointment (States: Evidence; UPL-29..UPL-31, WHK-22, WHK-23, GAP-33, GAP-34, GAP-89). */
import { codedError } from '../engine/api-error.ts';
import { secondsAfter } from '../engine/clock.ts';
import { nextId } from '../engine/ids.ts';
import { emit } from '../events/emit.ts';
import type { State } from '../state.ts';
import { type EvidenceTransition, evidenceTransitions } from '../states/evidence-states.ts';
import { statusAfter } from '../states/transition-table.ts';
import { recordSubmission } from '../v1/physician-fields.ts';
import type { EvidenceRecord, EvidenceSubject } from './evidence-record.ts';

/** The default `safe_reason_code` of each transition. */
const reasons: Partial<Record<EvidenceTransition, string>> = {
  reject: 'evidence_hash_mismatch',
  fail: 'evidence_processing_failed',
  abandon: 'upload_not_completed',
  supersede: 'newer_evidence_accepted',
  invalidate: 'evidence_withdrawn',
};

/**
 * Applies a transition to the record in place, emits its event, and updates older evidence and the appointment.
 * @param at time of the transition on the sandbox's clock
 * @param reason the new `safe_reason_code`. @default the usual one of the transition; null if it has none
 * @throws ApiError 409 if the state table does not allow the transition
 */
export function transitionEvidence(
  state: State,
  record: EvidenceRecord,
  transition: EvidenceTransition,
  at: Date,
  reason = reasons[transition] ?? null,
): void {
  const status = statusAfter(evidenceTransitions, transition, record.status);
  if (status === null)
    throw codedError(
      409,
      'SANDBOX_INVALID_STATE',
      `Evidence that is ${record.status} has no move ${transition}.`,
    );
  Object.assign(record, {
    status,
    status_changed_at: at.toISOString(),
    safe_reason_code: reason,
    version: record.version + 1,
  });
  emitOutcome(state, record, at);
  if (transition === 'accept') supersedeOlder(state, record, at);
  if (record.appointment_id !== null) updateSubmission(state, record.appointment_id, at);
}

/** Only these three statuses have an event (WHK-44). */
function emitOutcome(state: State, record: EvidenceRecord, at: Date): void {
  const { status, owner } = record;
  if (status !== 'accepted' && status !== 'rejected' && status !== 'failed') return;
  const object = {
    evidence_id: record.id,
    status,
    safe_reason_code: record.safe_reason_code,
    appointment_id: record.appointment_id,
    customer_identity_id: record.customer_identity_id,
    external_reference_id: record.external_reference_id,
  };
  emit(state, { type: `${record.kind}_evidence.${status}`, owner, object, at });
}

/** An accepted record supersedes an older one for the same customer and test, or for the same appointment. */
function supersedeOlder(state: State, record: EvidenceRecord, at: Date): void {
  if (record.kind === 'customer_consent')
    record.expires_at = secondsAfter(at, state.settings.consent_grant_seconds).toISOString();
  for (const older of state.evidence.values())
    if (older.id !== record.id && older.status === 'accepted' && isForSameSubject(older, record))
      transitionEvidence(state, older, 'supersede', at);
}

function isForSameSubject(one: EvidenceRecord, other: EvidenceRecord): boolean {
  return (
    one.kind === other.kind &&
    one.owner === other.owner &&
    one.customer_identity_id === other.customer_identity_id &&
    one.canonical_test_type === other.canonical_test_type &&
    one.appointment_id === other.appointment_id
  );
}

/** The submission status of an appointment follows its best evidence (APT-18). */
function updateSubmission(state: State, appointmentId: string, at: Date): void {
  const appointment = state.appointments.get(appointmentId);
  if (appointment === undefined) return;
  const has = (status: EvidenceRecord['status']) =>
    [...state.evidence.values()].some(
      (record) => record.appointment_id === appointmentId && record.status === status,
    );
  recordSubmission(
    appointment,
    has('accepted') ? 'submitted' : has('processing') ? 'processing' : 'not_submitted',
    at,
  );
}

/**
 * Creates a record in `awaiting_upload` with its first upload session, and adds both to the state (States: Evidence;
 * UPL-19, UPL-28, UPL-32).
 */
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
