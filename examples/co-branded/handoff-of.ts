/** Builds the `handoff` property of <dx-handoff>: profile, order, times and return addresses. Change it to your user and order records. */
import type { HandoffProfile, OpenHandoff } from '../../server/contract/handoff-api.ts';
import type { Member } from './members.ts';
import type { Purchased } from './purchases.ts';

/**
 * Makes the handoff of a purchase for <dx-handoff>.
 * @param returnPath path of the page that the hosted page returns to
 */
export function handoffOf(
  member: Member,
  { orderId, times }: Purchased,
  siteUrl: string,
  returnPath: string,
): OpenHandoff {
  const { id: _, email: __, since: ___, ...customer }: Member = member;
  return {
    order_id: orderId,
    times,
    customer: customer satisfies HandoffProfile,
    return_url: `${siteUrl}${returnPath}`,
    member_profile_url: `${siteUrl}/me`,
  };
}
