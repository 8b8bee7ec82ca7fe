/** Place the order, once; it is already paid at the partner (Flow 5; ORD-02..ORD-18). */
import { isNamed } from '../../contract/upstream-api/error-codes.ts';
import { order as orderAnswer } from '../../contract/upstream-api/orders.ts';
import { Problem } from '../../errors.ts';
import type { LogicalWrite } from '../../jobs/write.ts';
import { consentAgain, consentStands } from '../consent-refused.ts';
import { type Journey, notice } from '../journey.ts';
import { orderBody } from '../order-body.ts';
import { refusedFields } from '../profile-fields.ts';
import { askSupport } from '../refused.ts';
import type { Needs, Refusal, Settling, Step, Transition } from '../step.ts';

/** The payment stays as it is; the profile is corrected, and a prescreen made with the old one is made again (GAP-46). */
function correctProfile(journey: Journey, refusal: Refusal): Transition {
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

const placed: Settling = {
  answered(journey, data) {
    const answer = orderAnswer.parse(data);
    const [appointment] = answer.appointments;
    if (!appointment) return { journey: { ...journey, notice: notice('support_needed') }, at: 'order' };
    const { order_id, order_ref } = answer;
    const order = { order_id, order_ref, appointment_id: appointment.appointment_id, answer };
    return { journey: { ...journey, order, refused: {} } };
  },
  async refused(journey, refusal, needs: Needs) {
    if (refusal.action === 'establish_consent') return consentAgain(journey, 'order.place', refusal);
    if (refusal.action === 'correct_profile') return correctProfile(journey, refusal);
    // An unnamed refusal may be about the consent: its source is read again before anything is concluded (GAP-31).
    if (refusal.action === 'stop' && !isNamed(refusal.code) && !(await consentStands(journey, needs))) {
      return consentAgain(journey, 'order.place', refusal);
    }
    return askSupport(journey, refusal);
  },
};

export const order: Step = {
  name: 'order',
  done: (journey) => journey.order !== null,
  shows: async () => ({ step: 'order' }),
  write: placeOrder,
  settles: { 'order.place': placed },
};
