/** A structured physician order step by step: bundle, session, approval. */
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
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

export async function prepare(partner: Partner, testType: TestType = 'DEXA'): Promise<Prepared> {
  const scheduled = await schedule(partner, testType);
  const { data: bundle } = await partner.get<Shape<'physicianBundle'>>(bundleOf(scheduled.id));
  return { scheduled, bundle, body: sessionBody(bundle) };
}

export const openSession = (
  partner: Partner,
  { scheduled, body }: Prepared,
  changes: object = {},
  key?: string,
): Promise<Answer<PhysicianSession>> => partner.post(sessionsOf(scheduled.id), { ...body, ...changes }, key);

export const finalize = (
  partner: Partner,
  session: PhysicianSession,
  changes: object = {},
  key?: string,
): Promise<Answer<PhysicianSession>> =>
  partner.post(`${sessions}/${session.id}/finalize`, approvalOf(session, changes), key);
