/** Which appointments a physician may act on is the partner's to say: where it does not say yes, there is nothing (PHY-44, AUTH-14). */
import { Problem } from '../errors.ts';
import type { Hooks } from '../hooks.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';

/** @throws Problem 404; 503 where the partner's books do not answer */
export type MayOrder = (subject: string, appointmentId: string) => Promise<void>;

export function createMayOrder(ask: Hooks['mayOrder'], log: Log): MayOrder {
  return async (subject, appointmentId) => {
    let may = false;
    try {
      may = (await ask?.(subject, appointmentId)) === true;
    } catch (error) {
      const { error_class, error_code } = describeError(error);
      log('hook.failed', { hook: 'mayOrder', error_class, error_code });
      throw new Problem('service_unavailable', {
        title: 'This cannot be checked just now.',
        headers: { 'Retry-After': '5' },
      });
    }
    if (!may) throw noSuchAppointment();
  };
}

export const noSuchAppointment = () => new Problem('appointment_not_found');
