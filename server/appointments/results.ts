/** The order's results as received: health data that only its own customer gets (Results; RES-02..RES-06, T94). */
import type { ResultsView } from '../contract/appointments-api.ts';
import { UpstreamError } from '../errors.ts';
import type { AppointmentReads } from '../upstream/appointments/reads.ts';
import type { OwnedAppointment } from './appointments.ts';

/** @throws UpstreamError if the service does not answer, or answers for another order */
export async function readResults(
  { orderId }: OwnedAppointment,
  reads: AppointmentReads,
): Promise<ResultsView> {
  const results = await reads.results(orderId);
  // An answer that names another order is never shown.
  if (namesOtherThan(orderId, results)) throw new UpstreamError({ status: 0 });
  return { results };
}

function namesOtherThan(orderId: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) =>
    name === 'order_id' ? item !== orderId : namesOtherThan(orderId, item),
  );
}
