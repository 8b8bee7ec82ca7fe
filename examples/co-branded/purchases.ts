/** The gym's purchases: each member's latest scan with its order and the chosen times. Replace it with your own order database. */
import type { OpenHandoff } from '../../server/contract/handoff-api.ts';
import type { Member } from './members.ts';
import { placeOrder, type Signature } from './orders.ts';
import type { Scan } from './scans.ts';
import type { ServiceClient } from './service-client.ts';

/** A bought scan with its order. */
export interface Purchased {
  orderId: string;
  scan: Scan;
  times: OpenHandoff['times'];
}

/** Creates the gym's purchases, in memory. */
export function createPurchases(client: ServiceClient) {
  const purchased = new Map<string, Purchased>();
  return {
    of: (memberId: string): Purchased | null => purchased.get(memberId) ?? null,
    /**
     * Charges the card on file, which always succeeds in this demonstration, and orders the scan.
     * @param purchaseId of the form: one that is sent twice is bought once
     */
    async buy(
      purchaseId: string,
      member: Member,
      scan: Scan,
      signature: Signature,
      times: OpenHandoff['times'],
    ): Promise<void> {
      const id = `${member.id}-${purchaseId}`;
      const paymentReference = `torsen_${id}`;
      const orderId = await placeOrder(client, { id, member, scan, signature, paymentReference });
      purchased.set(member.id, { orderId, scan, times });
    },
  };
}
/** The gym's purchases, as {@link createPurchases} creates them. */
export type Purchases = ReturnType<typeof createPurchases>;
