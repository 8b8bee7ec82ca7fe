/**
 * Live availability of an offering; its strings are compared and carried, never rebuilt (DISC-35, DISC-39, GAP-62,
 * GAP-70).
 */
import type { AskedTimes } from '../../contract/appointments-api.ts';
import { Problem, UnreadableResponse, UpstreamError } from '../../core/errors.ts';
import type { Schedule } from '../../upstream/offerings/responses.ts';

/** One day with its free times, as the service gave them. */
export interface AvailableDate {
  date: string;
  times: string[];
}

/** The upstream read of one offering's schedule. @throws UpstreamError */
export type ReadSchedule = () => Promise<Schedule>;

/**
 * Reads the dates to choose from.
 * @returns null if the schedule cannot be read now, so that the page can offer a retry
 * @throws UpstreamError 404 if the offering is missing, which is a defect of the service (DISC-44);
 * UnreadableResponse
 */
export async function readAvailability(readSchedule: ReadSchedule): Promise<AvailableDate[] | null> {
  try {
    return await readDates(readSchedule);
  } catch (error) {
    if (isCalendarAway(error)) return null;
    throw error;
  }
}

/**
 * Checks chosen times against live availability.
 * @returns the times that are no longer offered
 * @throws Problem 422 `invalid_fields` if a time is chosen twice, before anything is read; 503 `calendar_unavailable`
 * if the schedule cannot be read now
 * @throws UpstreamError 404 if the offering is missing
 */
export async function findTakenTimes(times: AskedTimes, readSchedule: ReadSchedule): Promise<string[]> {
  const chosen = [times.primary, ...times.alternates];
  if (new Set(chosen).size < chosen.length)
    throw new Problem('invalid_fields', {
      title: 'Choose times that differ from each other.',
      fields: [{ path: 'alternates', message: 'Each time can be chosen once.' }],
    });
  try {
    return notOffered(times, await readDates(readSchedule));
  } catch (error) {
    if (!isCalendarAway(error)) throw error;
    throw new Problem('calendar_unavailable', {
      headers: { 'Retry-After': '5' },
      upstreamRequestId: error.requestId ?? undefined,
    });
  }
}

/** @returns the times that are not among the dates. Times are compared as text, as the service sent them. */
export function notOffered(times: AskedTimes, dates: readonly AvailableDate[]): string[] {
  const offered = new Set(dates.flatMap((day) => day.times));
  return [times.primary, ...times.alternates].filter((time) => !offered.has(time));
}

const isCalendarAway = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && !(error instanceof UnreadableResponse) && error.status !== 404;

async function readDates(readSchedule: ReadSchedule): Promise<AvailableDate[]> {
  const { available_dates } = await readSchedule();
  return available_dates.map((day) => {
    const times = day.available_times.map((slot) => slot.available_time);
    // Times begin with the date at the location (DISC-39).
    return { date: day.available_date ?? times[0]?.slice(0, 10) ?? '', times };
  });
}
