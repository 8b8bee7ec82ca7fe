/** Generates the availability of an offering (Offering schedule; DISC-36..DISC-38, DISC-42, GAP-14). */
import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Schedule } from '../../contract/upstream-api/offerings.ts';
import type { CatalogLocation, CatalogOffering } from './catalog.ts';
import { seededPick } from './stable-values.ts';

const horizonDays = 60;
const saturday = 6;
const sunday = 7;
/** Of sixteen. */
const takenSlots = 7;
const fullyBookedDays = 2;

type AvailableDate = Schedule['available_dates'][number];

/** The availability of each offering as of the day of the last request: it changes only at midnight. */
const latest = new WeakMap<CatalogOffering, { today: string; dates: AvailableDate[] }>();

/**
 * Lists the times from tomorrow to 60 days ahead, at the location's offset. The first and the last of these days always
 * have times; other Sundays, federal holidays and some other days have none. `dst_change` adds the three days around the
 * next clock change, also a Sunday and at any distance. `empty_schedule` has no times. Which slots are taken depends only
 * on the offering and the date, so a slot that is free today is still free tomorrow, except on a day that has times as
 * the last one or as an added one.
 * @param now time on the sandbox's clock
 * @returns an array that is shared until the location's next day: do not change it
 */
export function availableDates(
  offering: CatalogOffering,
  location: CatalogLocation,
  now: Date,
): AvailableDate[] {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(location.timezone);
  const today = here.toPlainDate().toString();
  const known = latest.get(offering);
  if (known?.today === today) return known.dates;
  const dates = offering.traits.includes('empty_schedule') ? [] : generateDates(offering, location, here);
  latest.set(offering, { today, dates });
  return dates;
}

function generateDates(
  offering: CatalogOffering,
  location: CatalogLocation,
  here: Temporal.ZonedDateTime,
): AvailableDate[] {
  const today = here.toPlainDate();
  const added = offering.traits.includes('dst_change') ? daysAroundClockChange(here) : [];
  const openDays = [today.add({ days: 1 }), today.add({ days: horizonDays }), ...added];
  const alwaysOpen = new Set(openDays.map(String));
  const dates = Array.from({ length: horizonDays }, (_, index) => today.add({ days: index + 1 })).filter(
    (date) => date.dayOfWeek !== sunday,
  );
  return [...new Map([...dates, ...openDays].map((date) => [date.toString(), date])).values()]
    .sort(Temporal.PlainDate.compare)
    .map((date) => availableDate(date, offering, location, alwaysOpen.has(date.toString())))
    .filter((day) => day.available_times.length > 0);
}

function availableDate(
  date: Temporal.PlainDate,
  offering: CatalogOffering,
  location: CatalogLocation,
  alwaysOpen: boolean,
): AvailableDate {
  const day = date.toString();
  const [bookedUp = '', ...slots] = createHash('sha256')
    .update(`${offering.offering_id} ${day}`)
    .digest('hex');
  if (!alwaysOpen && (isHoliday(date) || Number.parseInt(bookedUp, 16) < fullyBookedDays)) {
    return { available_date: day, available_times: [] };
  }
  const starts = startMinutes(date.dayOfWeek, offering, location);
  const alwaysFree = Number.parseInt(bookedUp, 16) % starts.length;
  const free = starts.filter(
    (_, index) => index === alwaysFree || Number.parseInt(slots[index] ?? '0', 16) >= takenSlots,
  );
  // Clocks change in the small hours, before any location opens: the offset of noon holds for all opening hours.
  const { offset } = date.toZonedDateTime({ timeZone: location.timezone, plainTime: '12:00' });
  return {
    available_date: day,
    available_times: free.map((minutes) => ({
      available_time: `${day}T${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}:00${offset}`,
    })),
  };
}

/** Minutes after midnight; Saturdays and Sundays have a morning only. */
function startMinutes(dayOfWeek: number, offering: CatalogOffering, location: CatalogLocation): number[] {
  const opens = seededPick([7 * 60, 7 * 60 + 30, 8 * 60, 9 * 60], `opens ${location.id}`);
  const closes =
    dayOfWeek >= saturday
      ? opens + 4 * 60
      : seededPick([15 * 60 + 30, 16 * 60 + 30, 17 * 60, 18 * 60], `closes ${location.id}`);
  const rhythmMinutes = seededPick([15, 30], `rhythm ${offering.offering_id}`);
  return Array.from(
    { length: (closes - opens) / rhythmMinutes },
    (_, index) => opens + index * rhythmMinutes,
  );
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}

/** The day before, of and after the next change of the clocks whose eve can still be offered. */
function daysAroundClockChange(here: Temporal.ZonedDateTime): Temporal.PlainDate[] {
  const change = here.add({ days: 2 }).startOfDay().getTimeZoneTransition('next')?.toPlainDate();
  return change === undefined ? [] : [change.subtract({ days: 1 }), change, change.add({ days: 1 })];
}

/** Month and day. */
const fixed = new Set(['1-1', '6-19', '7-4', '11-11', '12-25']);
const monday = 1;
const thursday = 4;
/** By month: the day of the week, and which of that month. */
const floating: Record<number, readonly [dayOfWeek: number, nth: number]> = {
  1: [monday, 3],
  2: [monday, 3],
  9: [monday, 1],
  10: [monday, 2],
  11: [thursday, 4],
};

/** Whether a date is a US federal holiday. The weekday that observes a weekend holiday does not count. */
function isHoliday({ month, day, dayOfWeek, daysInMonth }: Temporal.PlainDate): boolean {
  if (fixed.has(`${month}-${day}`)) return true;
  const isMemorialDay = month === 5 && dayOfWeek === monday && day + 7 > daysInMonth;
  const [wanted, nth] = floating[month] ?? [];
  return isMemorialDay || (dayOfWeek === wanted && Math.ceil(day / 7) === nth);
}
