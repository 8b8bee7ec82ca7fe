/** The words of the physician's element: why an order is blocked, and notices. */
import type { BlockedCode, PhysicianNotice } from '../../server/contract/physician-api.ts';

/** Why the order cannot be made, by code. */
export const blockedWords: Record<BlockedCode, [title: string, words: string]> = {
  not_scheduled: ['Not yet', 'The order can be made once the patient has asked for times.'],
  appointment_over: ['Nothing to order', 'This appointment does not take place any more.'],
  mode_unknown: [
    'This order cannot be made here',
    'How this appointment is ordered is not known here. Tell the operator of this site.',
  ],
  structured_not_enabled: [
    'This order cannot be made here',
    'Orders on this page are not enabled yet. Tell the operator of this site.',
  ],
  not_configured: [
    'This order cannot be made yet',
    'Orders are not set up at the testing service. The operator has been told; nothing else is needed from you.',
  ],
  nothing_allowed: [
    'This order cannot be made here',
    'The testing service allows no way of approval that this page knows. Tell the operator of this site.',
  ],
};

/** The words of each notice of the server. */
export const noticeWords: Record<PhysicianNotice, string> = {
  stalled:
    'The testing service has not answered yet. Nothing is lost, and trying again will not order twice.',
  not_accepted: 'The testing service did not take this as it was given. Look it over, then try again.',
  session_closed: 'The order that you had open is over. Please read and sign a new one.',
  resumed: 'This order was prepared before and is still open. Read it, and change it where it is not right.',
  artifact_failed: 'The signed form could not be made. Please prepare and sign the order again.',
};
