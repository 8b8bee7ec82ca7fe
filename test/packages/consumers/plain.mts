/** A page and a backend without a framework. The types of the packages are checked here too. */
import '@dx-booking/widget/appointments';
import type { HandoffRequest } from '@dx-booking/widget/handoff';
import '@dx-booking/widget/booking';
import { startSandbox } from '@dx-booking/sandbox';
import { createBookingServer, type Hooks } from '@dx-booking/server';

const booking = document.createElement('dx-booking');
booking.getSubjectToken = async () => null;
booking.testTypes = 'DEXA,VO2';
// @ts-expect-error: a misspelt property
booking.testType = 'DEXA';
booking.addEventListener('dx-step', ({ detail }) => detail.step satisfies string);
// @ts-expect-error: no step of this name
booking.addEventListener('dx-step', ({ detail }) => detail.step === 'payment');
document.addEventListener('dx-sent', ({ detail }) => detail.appointment_id);
document.querySelector('dx-appointments')?.refreshUser();
// @ts-expect-error: no alternates
export const times: HandoffRequest['times'] = { primary: '2026-01-01T10:00:00-05:00' };

export const hooks: Hooks = {
  payment: async ({ journeyId }) => ({ state: 'paid', reference: journeyId }),
  // @ts-expect-error: no user
  verifySubject: async () => ({ role: 'customer' }),
};
export const { listener } = createBookingServer({ config: process.env, hooks });
const sandbox = await startSandbox({ port: 0 });
await sandbox.close();
