/** The partner decides which appointments a physician may act on; without its yes there is no appointment (PHY-44, AUTH-14). */
import { Problem } from '../errors.ts';
import type { Hooks } from '../hooks.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';

/**
 * Asks the partner whether a physician may act on an appointment. Resolves if so.
 * @param subject the partner's own id of the physician
 * @throws Problem 404 `appointment_not_found` if the partner does not allow it; 503 `service_unavailable` if its hook
 * fails
 */
export type MayOrder = (subject: string, appointmentId: string) => Promise<void>;

/**
 * Wraps the partner's hook; without a hook nobody may order. The wrapped hook throws Problem 404 if the physician may
 * not order, and 503 if the hook fails.
 */
export function createMayOrder(ask: Hooks['mayOrder'], log: Log): MayOrder {
  return async (subject, appointmentId) => {
    let may = false;
    try {
      may = (await ask?.(subject, appointmentId)) === true;
    } catch (error) {
      const { error_class, error_code } = describeError(error);
      log('hook.failed', { hook: 'mayOrder', error_class, error_code });
      throw new Problem('service_unavailable', {
        title: 'This cannot be checked right now.',
        headers: { 'Retry-After': '5' },
      });
    }
    if (!may) throw noSuchAppointment();
  };
}

/** Creates the problem 404: the appointment is unknown, or the physician may not act on it. */
export const noSuchAppointment = () => new Problem('appointment_not_found');
