/** Places the order once; the partner has been paid already (Flow 5; ORD-02..ORD-18). */
import { Problem } from '../../../core/errors.ts';
import { actionFor } from '../../../upstream/actions.ts';
import { type OrderedAppointments, order as orderResponse } from '../../../upstream/orders/responses.ts';
import type { LogicalWrite } from '../../../upstream/writes/write.ts';
import { readOrderBranch } from '../branch.ts';
import { type Journey, notice } from '../journey-state.ts';
import { orderBody } from '../order-body.ts';
import { refusedFields } from '../profile-fields.ts';
import { askConsentIfNotValid, askSupport } from '../refusals.ts';
import type { OnCompleted, RefusedWrite, Step, Transition } from '../step.ts';

/** Asks for a corrected profile and keeps the payment; a prescreen made with the old profile is made again (GAP-46). */
function correctProfile(journey: Journey, refusal: RefusedWrite): Transition {
  const fields = refusedFields(refusal.details);
  const asksBodyMeasures = fields.some(({ path }) => path === 'height_inches' || path === 'weight_pounds');
  return {
    journey: {
      ...journey,
      identityId: null,
      asksBodyMeasures: journey.asksBodyMeasures || asksBodyMeasures,
      notice: notice('correct_profile', fields, refusal.requestId),
    },
    at: 'identity',
  };
}

function placeOrder(journey: Journey): LogicalWrite {
  if (journey.payment?.state !== 'paid')
    throw new Problem('step_out_of_order', { title: 'The order is not paid yet.' });
  const resends = journey.refused['order.place'];
  return {
    kind: 'order.place',
    params: {},
    body: {
      ...orderBody(journey),
      external_payment_reference: journey.payment.reference,
      ...(journey.prescreen ? { order_id: journey.prescreen.order_id } : {}),
    },
    ...(resends ? { resends } : {}),
  };
}

const placed: OnCompleted = {
  async answered(journey, data, deps) {
    const answer = orderResponse.needed.parse(data);
    const { order_id } = answer;
    const order_ref = answer.order_ref ?? order_id;
    const [first, ...others] = answer.appointments;
    // While the list has none either, the write stays due, and its key makes no second order.
    const appointments: OrderedAppointments = first
      ? [first, ...others]
      : await deps.reads.orderedAppointments(order_id);
    const { appointment_id } = appointments[0];
    const branch = journey.prescreen?.branch ?? (await readOrderBranch(journey, deps, appointment_id));
    const order = { order_id, order_ref, appointment_id, answer: { ...answer, appointments }, branch };
    return { journey: { ...journey, order, refused: {} } };
  },
  async refused(before, refusal, deps) {
    // The service may have the order: it took effect and its response was lost, or the database was restored.
    const found = refusal.mayBeDone ? await deps.lostBookings.findOrder(before) : null;
    const wasRefused = before.refused['order.place'] !== undefined;
    const journey = { ...before, refused: {} };
    if (found === 'unclear')
      // It may be a second one under any other key.
      return askSupport({ ...journey, refused: { 'order.place': refusal.writeId } }, refusal);
    if (found) {
      const branch =
        journey.prescreen?.branch ?? (await readOrderBranch(journey, deps, found.appointment_id));
      return { journey: { ...journey, order: { ...found, branch } } };
    }
    // The key is bound to a payload that the service refused, so the order is placed under a new one, once (GAP-68).
    if (refusal.code === 'IDEMPOTENCY_CONFLICT' && wasRefused) return { journey };
    if (actionFor(refusal) === 'correct_profile') return correctProfile(journey, refusal);
    const askedAgain = await askConsentIfNotValid(journey, 'order.place', refusal, deps);
    return askedAgain ?? askSupport(journey, refusal);
  },
};

/** The step `order`: the server places the order, and the customer waits. */
export const order: Step = {
  name: 'order',
  done: (journey) => journey.order !== null,
  present: () => ({ step: 'order' }),
  write: placeOrder,
  onCompleted: { 'order.place': placed },
};
