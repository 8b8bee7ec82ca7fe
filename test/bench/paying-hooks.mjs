/**
 * The hooks of a partner whose customers have always paid, in JavaScript, so that Node does not load its TypeScript
 * compiler into the server under measurement.
 */
/** @type {import('../../server/partner/hooks.ts').Hooks} */
export const hooks = {
  payment: async ({ journeyId }) => ({ state: 'paid', reference: `bill-${journeyId}` }),
  verifySubject: async (token) => (token.startsWith('user-') ? { subject: token } : null),
};
