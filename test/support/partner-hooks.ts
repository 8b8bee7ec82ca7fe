/**
 * The hooks of a partner whose customers have always paid, whose staff may order for any customer, and whose orders
 * belong to all users.
 */
import type { Hooks } from '../../server/partner/hooks.ts';

/** Knows users by `user-`, and the staff by `staff-`. */
export const verifySubject: NonNullable<Hooks['verifySubject']> = async (token) => {
  if (token.startsWith('staff-')) return { subject: token, role: 'physician' };
  return token.startsWith('user-') ? { subject: token } : null;
};

/** The hooks, as a HOOKS_MODULE exports them. */
export const hooks: Hooks = {
  payment: async ({ journeyId }) => ({ state: 'paid', reference: `bill-${journeyId}` }),
  handoffOrder: async ({ orderId }) => (orderId ? { orderId } : null),
  mayOrder: async () => true,
  verifySubject,
};
