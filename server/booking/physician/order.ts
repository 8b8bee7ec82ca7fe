/** The state of one appointment's physician order, in either branch. */
import type { UploadedDocument } from '../../contract/journey-api/form-views.ts';
import type { PhysicianNotice, ProviderAnswer } from '../../contract/physician-api.ts';
import type { PhysicianSession } from '../../upstream/physician/responses.ts';

/** The phases of an order. */
export const phases = [
  /** Nothing is under way. */
  'open',
  /** A write is under way. */
  'writing',
  /** The order is signed; its session is read until the artifact is available (PHY-22). */
  'rendering',
  /** The service accepted the order, or withdrew it afterwards; the appointment is to be read again (PEV-19). */
  'refreshing',
  'done',
] as const;
/** A phase of an order; see {@link phases}. */
export type OrderPhase = (typeof phases)[number];

/** The session that the service froze, without the artifact's address (PHY-45). */
export type FrozenSession = PhysicianSession & { artifact: null };

/** The whole state of one order; stored encrypted. */
export interface PhysicianOrder {
  appointmentId: string;
  /** The partner's own id of its user. */
  customerId: string;
  /** Our own id of the order, sent to the service as a reference (GAP-82). */
  reference: string;
  revision: number;
  phase: OrderPhase;
  /** The write under way; null without one. */
  write: { id: string; kind: 'create' | 'finalize' | 'abandon' } | null;
  /** The open or signed session; null without one. */
  session: FrozenSession | null;
  /** The provider's answers for the session. */
  given: ProviderAnswer | null;
  notice: { code: PhysicianNotice; requestId: string | null } | null;
  /** The upload that was not handed in yet. */
  uploaded: (UploadedDocument & { sha256: string }) | null;
  /** `evidenceId` is the id of the record in `evidence/`; the version is that of the attestation (VER-05). */
  evidence: { evidenceId: string; attestation_version: string } | null;
  /** Why the last document was refused; null without a refusal. */
  documentReason: string | null;
  /** Whether the partner's hook was asked for the document. */
  partnerAsked: boolean;
}

/**
 * Creates the order of an appointment that has none yet.
 * @param reference our own id of the order for the service
 */
export const newOrder = (
  { appointmentId, customerId }: Pick<PhysicianOrder, 'appointmentId' | 'customerId'>,
  reference: string,
): PhysicianOrder => ({
  appointmentId,
  customerId,
  reference,
  revision: 0,
  phase: 'open',
  write: null,
  session: null,
  given: null,
  notice: null,
  uploaded: null,
  evidence: null,
  documentReason: null,
  partnerAsked: false,
});

/** Makes a session without its artifact. */
export const frozen = (session: PhysicianSession): FrozenSession => ({ ...session, artifact: null });

/** Whether a session's artifact can be fetched (GAP-81). */
export const hasArtifact = ({ artifact }: PhysicianSession): boolean => Boolean(artifact?.signed_form_url);
