/** Plain-text notes that a customer should read before the purchase (Offering product; DISC-27, DISC-29, GAP-13). */
export const locationNotes: readonly [string, ...string[]] = [
  'Parking is behind the building; bring a photo ID.',
  'The entrance is on the side street. Please arrive 15 minutes early to complete check-in.',
  'This location is on an upper floor with elevator access. Street parking is metered until 7 pm.',
  'Wear clothing without metal zips or buttons. Lockers are available; bring your own lock.',
  'Use the visitor garage & take the ticket to the front desk for validation (up to 2 hours).',
  'Children cannot be left unattended in the waiting area. Late arrivals of more than 10 minutes may be rescheduled.',
];
