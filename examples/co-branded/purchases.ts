/** The gym's books: each member's latest scan, with the order it became and the times the member chose. */
import { randomUUID } from 'node:crypto';
import type { OpenHandoff } from '../../server/contract/handoff-api.ts';
import type { Member } from './members.ts';
import { placeOrder, type Signature } from './orders.ts';
import type { Scan } from './scans.ts';
import type { ServiceCalls } from './service-calls.ts';

export interface Purchased {
  orderId: string;
  scan: Scan;
  times: OpenHandoff['times'];
}

export function createPurchases(calls: ServiceCalls) {
  const purchased = new Map<string, Purchased>();
  return {
    of: (memberId: string): Purchased | null => purchased.get(memberId) ?? null,
    /** Charges the card on file, which in a demonstration always works, and orders the scan. */
    async buy(member: Member, scan: Scan, signature: Signature, times: OpenHandoff['times']): Promise<void> {
      const id = randomUUID();
      const paymentReference = `torsen_${id}`;
      const orderId = await placeOrder(calls, { id, member, scan, signature, paymentReference });
      purchased.set(member.id, { orderId, scan, times });
    },
  };
}
export type Purchases = ReturnType<typeof createPurchases>;
