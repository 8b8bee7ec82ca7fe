/** Appointments after the booking, and the transitions that lead there. */
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import { answerQuestionnaire, type Ordered, order, scheduleBody } from './booking.ts';
import type { ControlResponse, Harness, Partner } from './sandbox-harness.ts';

/** Applies a transition through the control plane. */
export function move(
  harness: Harness,
  { id }: Pick<Ordered, 'id'>,
  to: string,
  more: object = {},
): Promise<ControlResponse<Appointment & { error?: string }>> {
  return harness.control('POST', `/appointments/${id}/transition`, { to, ...more });
}

export interface Confirmed extends Ordered {
  scheduledFor: string;
}

export async function confirmed(
  harness: Harness,
  partner: Partner,
  testType: TestType = 'DEXA',
  options: Parameters<typeof order>[2] = {},
): Promise<Confirmed> {
  const ordered = await order(partner, testType, options);
  await answerQuestionnaire(partner, ordered);
  await partner.post(`${ordered.path}/schedule`, await scheduleBody(partner, ordered));
  const { json } = await move(harness, ordered, 'confirmed');
  return { ...ordered, scheduledFor: json.scheduled_for ?? '' };
}

/** Sets the clock to a number of seconds before an instant; after it if negative. */
export function clockBefore(harness: Harness, instant: string, seconds: number) {
  return harness.control('POST', '/clock', {
    now: new Date(Date.parse(instant) - seconds * 1000).toISOString(),
  });
}
