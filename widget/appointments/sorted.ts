/** What is ahead, the next one first; and what is past, newest first as it came. */
import type { AppointmentView } from '../../server/contract/appointments-api.ts';
import { isAhead } from './wording.ts';

export function sorted(known: readonly AppointmentView[]): {
  ahead: AppointmentView[];
  past: AppointmentView[];
} {
  const ahead = known.filter(isAhead).toSorted((a, b) => momentOf(a) - momentOf(b));
  return { ahead, past: known.filter((appointment) => !isAhead(appointment)) };
}

/** A fixed time before a wish, and a wish before nothing at all. */
function momentOf({ scheduled_for, asked }: AppointmentView): number {
  if (scheduled_for !== null) return Date.parse(scheduled_for) || Number.MAX_SAFE_INTEGER;
  return asked === null ? Number.MAX_SAFE_INTEGER : Date.parse(asked.primary) || Number.MAX_SAFE_INTEGER;
}
