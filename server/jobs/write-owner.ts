/** What an upstream write belongs to: the one handler of that kind is called when the write completes. */
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
export type OwnerKind = (typeof ownerKinds)[number];

/** By the first part of a write's kind; the other writes belong to what orders: a journey, or a purchase. */
const byKindPrefix: Record<string, OwnerKind> = {
  consent_evidence: 'evidence',
  physician_evidence: 'evidence',
  physician_session: 'physician_order',
  handoff: 'handoff',
  webhook_endpoint: 'webhook_endpoint',
};

/** The owner's kind of a row that an older version wrote, which has none. */
export function ownerKindOf(flow: Flow, kind: string): OwnerKind {
  if (kind === 'appointment.cancel' || kind === 'appointment.reschedule') return 'appointment';
  return byKindPrefix[kind.split('.')[0] ?? ''] ?? (flow === 'full_api' ? 'journey' : 'purchase');
}
