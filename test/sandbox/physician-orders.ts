import type { Shape } from '../../server/operate/conformance/shapes.ts';
import { approvalOf, sessionBody } from '../../server/operate/conformance/structured-order.ts';
import { type Ordered, schedule } from './booking.ts';
import type { Answer, Partner } from './sandbox-harness.ts';

export type PhysicianSession = Shape<'physicianSession'>;

export const sessions = '/v1/api-first/physician-order-sessions';
export const bundleOf = (appointmentId: string) =>
  `/v1/api-first/appointments/${appointmentId}/physician-order-bundle`;
export const sessionsOf = (appointmentId: string) =>
  `/v1/api-first/appointments/${appointmentId}/physician-order-sessions`;

export interface Prepared {
  scheduled: Ordered;
  bundle: Shape<'physicianBundle'>;
  /** The body that opens a session. */
  body: Record<string, unknown>;
}

export async function prepare(partner: Partner): Promise<Prepared> {
  const scheduled = await schedule(partner);
  const { data: bundle } = await partner.get<Shape<'physicianBundle'>>(bundleOf(scheduled.id));
  return { scheduled, bundle, body: sessionBody(bundle) };
}

export const openSession = (
  partner: Partner,
  { scheduled, body }: Prepared,
): Promise<Answer<PhysicianSession>> => partner.post(sessionsOf(scheduled.id), body);

export const finalize = (partner: Partner, session: PhysicianSession): Promise<Answer<PhysicianSession>> =>
  partner.post(`${sessions}/${session.id}/finalize`, approvalOf(session));
