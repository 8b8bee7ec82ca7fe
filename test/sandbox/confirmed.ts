/** Appointments further along than a booking takes them, and the moves that bring them there. */
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import { answerQuestionnaire, type Ordered, order, scheduleBody } from './booking.ts';
import type { Harness, Partner, Told } from './sandbox-harness.ts';

/** What the location or the service does. */
export function move(
  harness: Harness,
  { appointmentId }: Pick<Ordered, 'appointmentId'>,
  to: string,
  more: object = {},
): Promise<Told<Appointment & { error?: string }>> {
  return harness.control('POST', `/appointments/${appointmentId}/transition`, { to, ...more });
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
  await partner.post(`${ordered.appointmentPath}/schedule`, await scheduleBody(partner, ordered));
  const { json } = await move(harness, ordered, 'confirmed');
  return { ...ordered, scheduledFor: json.scheduled_for ?? '' };
}

/** Sets the clock to so many seconds before an instant; after it when negative. */
export function clockBefore(harness: Harness, instant: string, seconds: number) {
  return harness.control('POST', '/clock', {
    now: new Date(Date.parse(instant) - seconds * 1000).toISOString(),
  });
}
