/** One appointment's physician order as the server knows it, whichever branch it follows. */
import type { KeptOrderDocument, PhysicianNotice, ProviderAnswer } from '../contract/physician-api.ts';
import type { PhysicianSession } from '../contract/upstream-api/physician-order.ts';

export const phases = [
  /** Nothing is under way. */
  'open',
  /** A write is. */
  'writing',
  /** The order is signed; its artifact is read until it is there (PHY-22). */
  'rendering',
  /** The work is done; the appointment must be read again (PEV-19). */
  'refreshing',
  'done',
] as const;
export type Phase = (typeof phases)[number];

/** What the service froze; its artifact's address is never kept (PHY-45). */
export type FrozenSession = PhysicianSession & { artifact: null };

export interface PhysicianOrder {
  appointmentId: string;
  /** The partner's own id of its user. */
  customerId: string;
  /** Our own name for it, told to the service as a reference (GAP-82). */
  reference: string;
  revision: number;
  phase: Phase;
  write: { id: string; kind: 'create' | 'finalize' | 'abandon' } | null;
  session: FrozenSession | null;
  /** What the session, or the one under way, is made from. */
  given: ProviderAnswer | null;
  notice: { code: PhysicianNotice; requestId: string | null } | null;
  /** Kept for the evidence that it will be handed in as. */
  uploaded: (KeptOrderDocument & { sha256: string }) | null;
  /** With the version of the attestation under which it was handed in (VER-05). */
  evidence: { deskId: string; attestation_version: string } | null;
  documentReason: string | null;
  partnerAsked: boolean;
}

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

export const frozen = (session: PhysicianSession): FrozenSession => ({ ...session, artifact: null });

/** Available means that it can be fetched (GAP-81). */
export const hasArtifact = ({ artifact }: PhysicianSession): boolean => Boolean(artifact?.signed_form_url);
