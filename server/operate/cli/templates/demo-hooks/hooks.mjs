/**
 * What the booking server asks your backend. These hooks are for development: replace them before customers book.
 * @type {import('@dx-booking/server').Hooks}
 */
export const hooks = {
  /**
   * Who is signed in? Check the token that your page gave to the element, and return your own id of the user, or null.
   */
  async verifySubject(token) {
    return token.startsWith('demo-') ? { subject: token } : null;
  },

  /**
   * Is this booking paid? Create one bill for each journeyId, and return the same reference each time:
   * { state: 'due', payUrl: 'https://…' } until it is paid, then { state: 'paid', reference: '…' }.
   */
  async payment({ journeyId }) {
    return { state: 'paid', reference: `demo-${journeyId}` };
  },

  /**
   * Only for a key of the co-branded flow: which order of this user is handed over? The page may name one, which may be another
   * user's: find it in your own records, or return null.
   */
  async handoffOrder({ orderId }) {
    return orderId === null ? null : { orderId };
  },

  /** What happens to bookings: write it to your own database. Called again if it throws. */
  async onEvent(event) {
    console.log(`event ${event.type}`);
  },
};
