/** The owner of an upstream write. The handler of the owner's kind is called when the write completes. */
import type { Flow } from '../upstream/write-kinds.ts';

const ownerKinds = [
  'journey',
  'appointment',
  'evidence',
  'physician_order',
  'handoff',
  'purchase',
  'webhook_endpoint',
] as const;
/** What a write belongs to. */
export type OwnerKind = (typeof ownerKinds)[number];

/**
 * Owner kinds by the first part of a write's kind. All other writes belong to an order: a journey's or a purchase's.
 */
const byKindPrefix: Record<string, OwnerKind> = {
  consent_evidence: 'evidence',
  physician_evidence: 'evidence',
  physician_session: 'physician_order',
  handoff: 'handoff',
  webhook_endpoint: 'webhook_endpoint',
};

/** Derives the owner's kind for a row of an older version, which has none. */
export function ownerKindOf(flow: Flow, kind: string): OwnerKind {
  if (kind === 'appointment.cancel' || kind === 'appointment.reschedule') return 'appointment';
  return byKindPrefix[kind.split('.')[0] ?? ''] ?? (flow === 'full_api' ? 'journey' : 'purchase');
}
