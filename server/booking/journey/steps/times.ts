/** The customer picks one primary and one to three alternate times from live availability (DISC-35..DISC-46; SCH-05). */
import findTimezone from '@photostructure/tz-lookup';
import type { AskedTimes } from '../../../contract/appointments-api.ts';
import type { PlaceView } from '../../../contract/journey-api/views.ts';
import { Problem } from '../../../core/errors.ts';
import {
  type AvailableDate,
  findTakenTimes,
  type ReadSchedule,
  readAvailability,
} from '../../appointments/availability.ts';
import { type Journey, notice } from '../journey-state.ts';
import type { AnsweredStep, StepDeps, Transition } from '../step.ts';

/**
 * Finds the time zone of a place from its position. It is only a name to show: no time is computed with it. The service
 * sends only the difference to UTC with each time (DISC-39).
 * @param time a free time of the place in ISO 8601; the zone must agree with its difference to UTC
 * @returns the IANA name; null without a position or a time, or if the zone disagrees with the time
 */
function placeTimezone({ lat, lng }: Pick<PlaceView, 'lat' | 'lng'>, time: string | null): string | null {
  if (lat === null || lng === null || time === null) return null;
  try {
    const timeZone = findTimezone(lat, lng);
    return offsetAt(timeZone, time) === /(?:Z|[+-]\d{2}:\d{2})$/.exec(time)?.[0] ? timeZone : null;
  } catch {
    return null;
  }
}

/** By time zone: creating one takes thirty times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
}

/** @returns the difference to UTC, such as "-05:00" */
function offsetAt(timeZone: string, time: string): string {
  const name =
    formatIn(timeZone)
      .formatToParts(new Date(time))
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name === 'GMT' ? 'Z' : name.replace('GMT', '');
}

const placeNeeded = () => new Problem('step_out_of_order', { title: 'Choose a clinic first.' });

/**
 * Creates the read of the chosen offering's schedule.
 * @throws Problem 409 if none is chosen
 */
export function scheduleOf({ chosen }: Journey, { reads }: StepDeps): ReadSchedule {
  if (!chosen) throw placeNeeded();
  return () => reads.schedule(chosen.catalog_id, chosen.offering_id);
}

/**
 * Returns the customer to fresh times after a chosen one was taken. The others stay chosen.
 * @param chosen what the customer chose
 * @param lost the times that were taken; empty if it is not known which
 * @param requestId the upstream's request id, for support. @default null
 */
export function chooseAgain(
  journey: Journey,
  { primary, alternates }: AskedTimes,
  lost: string[],
  requestId: string | null = null,
): Transition {
  const kept = [primary, ...alternates].filter((time) => !lost.includes(time));
  return {
    journey: { ...journey, times: null, taken: { lost, kept }, notice: notice('slot_gone', [], requestId) },
    at: 'times',
  };
}

/** The step `times`: the customer chooses times. */
export const times: AnsweredStep<'times', AvailableDate[] | null> = {
  name: 'times',
  done: (journey) => journey.times !== null,
  read: async (journey, deps) => readAvailability(scheduleOf(journey, deps)),
  present({ chosen, times, taken, order, questionnaire }, dates) {
    if (!chosen) throw placeNeeded();
    return {
      step: 'times',
      place: chosen.place,
      dates,
      timezone: placeTimezone(chosen.place, dates?.[0]?.times[0] ?? null),
      chosen: times,
      taken: times === null ? taken : null,
      sends_request: order !== null && questionnaire !== null,
    };
  },
  async answer(journey, answer, deps) {
    const lost = await findTakenTimes(answer, scheduleOf(journey, deps));
    if (lost.length > 0) return chooseAgain(journey, answer, lost);
    return { journey: { ...journey, times: answer, taken: null } };
  },
};
