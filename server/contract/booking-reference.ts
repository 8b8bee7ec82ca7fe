/** The reference of a booking: the one number that customers, the partner and its support use. */

/**
 * Makes the reference of a booking: the order number of the service, such as "ORD-000001". Before the service has named
 * one, it is the first eight letters and digits of the appointment's id, such as "1A2B-3C4D".
 * @param booking.orderRef null if the service has sent none
 */
export function bookingReference({
  orderRef,
  orderId,
  appointmentId,
}: {
  orderRef: string | null;
  orderId: string | null;
  appointmentId: string;
}): string {
  if (orderRef !== null && orderRef !== orderId) return orderRef;
  const short = appointmentId
    .replace(/[^\p{L}\d]/gu, '')
    .slice(0, 8)
    .toUpperCase();
  return `${short.slice(0, 4)}-${short.slice(4)}`;
}
