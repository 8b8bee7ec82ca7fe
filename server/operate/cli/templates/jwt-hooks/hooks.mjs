/**
 * What the booking server asks your backend. The server checks the tokens of your users itself, by the SUBJECT_ settings.
 * @type {import('@dx-booking/server').Hooks}
 */
export const hooks = {
  /**
   * Is this booking paid? Replace this before customers book: create one bill for each journeyId, and return
   * { state: 'due', payUrl: 'https://…' } until it is paid, then { state: 'paid', reference: '…' }.
   */
  async payment({ journeyId }) {
    return { state: 'paid', reference: `demo-${journeyId}` };
  },

  /** What happens to bookings: write it to your own database. Called again if it throws. */
  async onEvent(event) {
    console.log(`event ${event.type}`);
  },
};
