/** Live availability of the chosen offering; its strings are compared and carried, never rebuilt (DISC-35, DISC-39). */
import { Problem } from '../errors.ts';
import type { Journey, Times } from './journey.ts';
import type { Needs } from './step.ts';

export interface AvailableDate {
  date: string;
  times: string[];
}

export async function readAvailability(journey: Journey, needs: Needs): Promise<AvailableDate[]> {
  if (!journey.chosen) throw new Problem('step_out_of_order', { title: 'Choose a place first.' });
  const schedule = await needs.reads.schedule(journey.chosen.catalog_id, journey.chosen.offering_id);
  return schedule.available_dates.map((day) => ({
    date: day.available_date,
    times: day.available_times.map((slot) => slot.available_time),
  }));
}

/** Which of the chosen times are no longer offered. */
export function goneFrom(dates: readonly AvailableDate[], times: Times): string[] {
  const offered = new Set(dates.flatMap((day) => day.times));
  return [times.primary, ...times.alternates].filter((time) => !offered.has(time));
}
