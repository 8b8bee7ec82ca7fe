/** The parameter of the booking page's address that names the appointment to book again. */
export const againParameter = 'dx-again';
