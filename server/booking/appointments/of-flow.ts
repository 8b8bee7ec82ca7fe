/** What reads and writes an appointment: each flow has its own key, and for the other one it does not exist (AUTH-14). */
import { Problem } from '../../core/errors.ts';
import type { AppointmentRow } from '../../core/store/tables.ts';

/** Of each flow that has an API key. */
export type ByFlow<T> = Partial<Record<AppointmentRow['flow'], T>>;

/**
 * Finds what belongs to a flow.
 * @throws Problem 501 `flow_not_configured`
 */
export function ofFlow<T>(byFlow: ByFlow<T>, flow: AppointmentRow['flow']): T {
  const found = byFlow[flow];
  if (!found)
    throw new Problem('flow_not_configured', { title: 'This appointment cannot be reached from here.' });
  return found;
}
