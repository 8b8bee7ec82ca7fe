/** The appointments that wait for an order of the signed-in clinician. */
import { setListedRecords } from '../../api/http/request-record.ts';
import type { RouteContext } from '../../api/http/route.ts';
import type { WorklistView } from '../../contract/physician-api.ts';
import { Problem } from '../../core/errors.ts';
import type { OwnedAppointment } from '../appointments/appointment-records.ts';
import type { OrderRequestsDeps } from './order-requests.ts';
import { subjectOf } from './view.ts';

/** How many orders a list shows. */
const shownOrders = 50;
/** How many appointments are read at a time; the partner is asked about them side by side. */
const batchSize = 20;
/** How many appointments a list looks at: a clinician of few among many sees the most urgent of these. */
const mostExamined = 1_000;

/**
 * Creates the handler of the worklist. The hook `mayOrder` decides about each appointment. The list shows appointments
 * as they were last read; opening one reads it again.
 */
export function createWorklist({
  appointments,
  mayOrder,
  contact,
}: Pick<OrderRequestsDeps, 'appointments' | 'mayOrder' | 'contact'>) {
  /** @throws Problem 503 if the hook fails */
  async function isTheirs(subject: string, { appointmentId }: OwnedAppointment): Promise<boolean> {
    try {
      await mayOrder(subject, appointmentId);
      return true;
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return false;
      throw error;
    }
  }

  return async (ctx: RouteContext): Promise<WorklistView> => {
    const { subject } = ctx.state.session;
    const found: OwnedAppointment[] = [];
    for (let examined = 0; examined < mostExamined && found.length <= shownOrders; examined += batchSize) {
      const batch = await appointments.awaitingOrder(examined, batchSize);
      const theirs = await Promise.all(batch.map((one) => isTheirs(subject, one)));
      found.push(...batch.filter((_, at) => theirs[at]));
      if (batch.length < batchSize) break;
    }
    const shown = found.slice(0, shownOrders);
    setListedRecords(
      ctx,
      shown.map(({ appointmentId: id, customerId }) => ({ id, customerId })),
    );
    return { orders: shown.map(subjectOf), more: found.length > shownOrders, contact };
  };
}
