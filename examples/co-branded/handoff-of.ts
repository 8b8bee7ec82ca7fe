/** What the gym's page hands to <dx-handoff>: the member's own profile, their order, their times and the ways back. */
import type { HandoffProfile, OpenHandoff } from '../../server/contract/handoff-api.ts';
import type { Member } from './members.ts';
import type { Purchased } from './purchases.ts';

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
