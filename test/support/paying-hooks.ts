/** The hooks of a partner whose customers have always paid. */
import type { Hooks } from '../../server/partner/hooks.ts';

/** The hooks. */
export const hooks: Hooks = {
  payment: async ({ journeyId }) => ({ state: 'paid', reference: `bill-${journeyId}` }),
  verifySubject: async (token) => (token.startsWith('user-') ? { subject: token } : null),
};
