/** The state of one appointment's physician order, in either branch. */
import { z } from 'zod';
import { type PhysicianNotice, providerAnswer } from '../../contract/physician-api.ts';
import { stored } from '../../core/store/stored.ts';
import { neededSession, type PhysicianSession } from '../../upstream/physician/responses.ts';

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

const text = z.string();

/** The whole state of one order; stored encrypted. */
export const storedOrder = stored({
  appointmentId: text,
  /** The partner's own id of its user. */
  customerId: text,
  /** Our own id of the order, sent to the service as a reference (GAP-82). */
  reference: text,
  revision: z.int(),
  phase: z.enum(phases),
  /** The write under way; null without one. */
  write: z.looseObject({ id: text, kind: z.enum(['create', 'finalize', 'abandon']) }).nullable(),
  /** The open or signed session; null without one. */
  session: neededSession.extend({ artifact: z.null() }).nullable(),
  /** The provider's answers for the session. */
  given: providerAnswer.nullable(),
  notice: z
    .looseObject({
      // Of a set that a later version may extend.
      code: z.custom<PhysicianNotice>((value) => typeof value === 'string'),
      requestId: text.nullable(),
    })
    .nullable(),
  /** The upload that was not handed in yet. */
  uploaded: z.looseObject({ document_id: text, bytes: z.int(), sha256: text }).nullable(),
  /** `evidenceId` is the id of the record in `evidence/`; the version is that of the attestation (VER-05). */
  evidence: z.looseObject({ evidenceId: text, attestation_version: text }).nullable(),
  /** Why the last document was refused; null without a refusal. */
  documentReason: text.nullable(),
  /** Whether the partner's hook was asked for the document. */
  partnerAsked: z.boolean(),
});
/** The whole state of one order; stored encrypted. */
export type PhysicianOrder = z.infer<typeof storedOrder>;

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
