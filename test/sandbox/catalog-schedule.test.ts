/** Seeded availability: true local times at every location, on any clock (Offering schedule). */
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { schedule } from '../../server/contract/upstream-api/offerings.ts';
import { type CatalogLocation, type CatalogOffering, catalog } from '../../server/sandbox/catalog/catalog.ts';
import { availableDates } from '../../server/sandbox/catalog/schedule.ts';

const pairs = catalog.flatMap((location) => location.offerings.map((offering) => ({ location, offering })));
const dstPairs = pairs.filter(({ offering }) => offering.traits.includes('dst_change'));
/** Zones and hours belong to the location, so one offering of each, and all that span a clock change, are enough. */
const telling = [...new Map(pairs.map((pair) => [pair.location.id, pair])).values(), ...dstPairs];
const november = new Date('2026-11-20T23:24:00Z');

const today = (location: CatalogLocation, now: Date) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(location.timezone).toPlainDate();

function find(city: string, testType: string): { location: CatalogLocation; offering: CatalogOffering } {
  const found = pairs.find(
    ({ location, offering }) => location.city === city && offering.test_type === testType,
  );
  if (found === undefined) throw new Error(`no ${testType} in ${city}`);
  return found;
}

const seen = new Set<string>();

/** Temporal refuses an offset that the zone does not have at that moment. */
function checkTime(time: string, date: string, timezone: string): void {
  const zoned = `${time}[${timezone}]`;
  if (seen.has(zoned)) return;
  seen.add(zoned);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:\d\d$/.test(time) || !time.startsWith(date)) {
    throw new Error(`${zoned} does not belong under ${date}`);
  }
  Temporal.ZonedDateTime.from(zoned, { offset: 'reject' });
}

function checkSchedule({ location, offering }: (typeof pairs)[number], now: Date): void {
  const days = availableDates(offering, location, now);
  const dates = days.map((day) => day.available_date);
  expect(dates).toEqual([...new Set(dates)].toSorted());
  const here = today(location, now);
  const [tomorrow, horizon] = [1, 60].map((days) => here.add({ days }).toString());
  if (!offering.traits.includes('empty_schedule')) {
    expect(dates[0]).toBe(tomorrow);
    expect(dates).toContain(horizon);
  }
  if (!offering.traits.includes('dst_change')) {
    expect([undefined, horizon]).toContain(dates.at(-1));
    const between = dates.filter((date) => date !== tomorrow && date !== horizon);
    expect(between.filter((date) => Temporal.PlainDate.from(date).dayOfWeek === 7)).toEqual([]);
  }
  const times = days.flatMap((day) => day.available_times.map(({ available_time }) => available_time));
  expect(times).toEqual([...new Set(times)].toSorted());
  expect(days.filter((day) => day.available_times.length === 0)).toEqual([]);
  for (const day of days) {
    for (const { available_time } of day.available_times) {
      checkTime(available_time, day.available_date, location.timezone);
    }
  }
}

describe('the schedule of an offering', () => {
  it('starts tomorrow, reaches 60 days ahead, and has true local times at every offering [DISC-37] [DISC-38]', () => {
    for (const pair of pairs) checkSchedule(pair, november);
  });

  it.each([
    ['the eve of the spring change', '2027-03-13T20:00:00Z'],
    ['the day of the autumn change', '2027-11-07T05:30:00Z'],
    ['a leap year', '2028-01-15T12:00:00Z'],
    ['the turn of a year', '2026-12-31T23:59:59Z'],
    ['a Saturday', '2026-12-05T17:00:00Z'],
  ])('has true local times at every location on %s [DISC-37] [DISC-38]', (_, now) => {
    for (const pair of telling) checkSchedule(pair, new Date(now));
  });

  it('holds on any clock [DISC-37] [DISC-38] [GAP-14]', () => {
    const anyClock = fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2035-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...pairs), anyClock, (pair, now) => checkSchedule(pair, now)),
      { numRuns: 60 },
    );
  });

  it('follows the contract and is the same for every request [DISC-36]', () => {
    const { location, offering } = find('New York', 'DEXA');
    const asked = () => ({
      offering_id: offering.offering_id,
      test_type: offering.test_type,
      available_dates: availableDates(offering, location, november),
    });
    expect(schedule.parse(asked())).toEqual(asked());
  });

  it('has days without times', () => {
    for (const { location, offering } of pairs.filter((pair) => pair.offering.traits.length === 0)) {
      const dates = availableDates(offering, location, november).map((day) => day.available_date);
      expect(dates.length).toBeGreaterThan(30);
      expect(dates.length).toBeLessThan(60);
    }
  });

  it('has no times on federal holidays, unless one is tomorrow', () => {
    const { location, offering } = find('New York', 'DEXA');
    const datesAt = (now: string) =>
      availableDates(offering, location, new Date(now)).map(({ available_date }) => available_date);
    const holidays = ['2026-11-26', '2026-12-25', '2027-01-01', '2027-01-18', '2027-05-31'];
    for (const now of ['2026-11-20T18:00:00Z', '2026-12-26T18:00:00Z', '2027-05-10T18:00:00Z'])
      expect(datesAt(now).filter((date) => holidays.includes(date))).toEqual([]);
    expect(datesAt('2026-11-25T18:00:00Z')[0]).toBe('2026-11-26');
  });

  it('keeps a time that was offered yesterday', () => {
    const { location, offering } = find('Chicago', 'VO2');
    const yesterday = availableDates(offering, location, new Date('2026-11-20T18:00:00Z'));
    const later = new Map(
      availableDates(offering, location, new Date('2026-11-21T18:00:00Z')).map((day) => [
        day.available_date,
        day,
      ]),
    );
    for (const day of yesterday.slice(1, -1)) expect(later.get(day.available_date)).toEqual(day);
  });

  it('differs in hours and rhythm from place to place', () => {
    const monday = telling.map(({ location, offering }) => {
      const day = availableDates(offering, location, november).find(
        ({ available_date }) => available_date === '2026-11-23',
      );
      return day?.available_times.map(({ available_time }) => available_time.slice(11, 16)).join(' ');
    });
    expect(new Set(monday).size).toBeGreaterThan(50);
    expect(monday.join(' ')).toMatch(/:15/);
  });

  it('has no times for an offering with the trait', () => {
    const empty = pairs.filter(({ offering }) => offering.traits.includes('empty_schedule'));
    for (const { location, offering } of empty) {
      expect(availableDates(offering, location, november)).toEqual([]);
    }
  });

  it('offers February 29', () => {
    const { location, offering } = find('New York', 'DEXA');
    const dates = telling.flatMap((pair) =>
      availableDates(pair.offering, pair.location, new Date('2028-02-20')),
    );
    expect(dates.map((day) => day.available_date)).toContain('2028-02-29');
    const eve = availableDates(offering, location, new Date('2028-02-28T17:00:00Z'));
    expect(eve[0]?.available_date).toBe('2028-02-29');
  });

  it.each([
    ['Phoenix', 'DEXA', '-07:00'],
    ['Honolulu', 'DEXA', '-10:00'],
  ])('keeps one offset the year round in %s [DISC-38]', (city, testType, offset) => {
    const { location, offering } = find(city, testType);
    for (const now of ['2027-02-20T00:00:00Z', '2027-10-20T00:00:00Z']) {
      const times = availableDates(offering, location, new Date(now)).flatMap((day) => day.available_times);
      expect(new Set(times.map(({ available_time }) => available_time.slice(-6)))).toEqual(new Set([offset]));
    }
  });

  it('uses a half-hour offset if the location has one [DISC-38]', () => {
    const { location, offering } = find("St. John's", 'SECA');
    expect(availableDates(offering, location, november)[0]?.available_times[0]?.available_time).toMatch(
      /-03:30$/,
    );
  });
});

describe('an offering with the dst_change trait', () => {
  it.each([
    '2026-11-20T23:24:00Z',
    '2027-02-20T12:00:00Z',
    '2027-03-12T12:00:00Z',
    '2027-03-13T20:00:00Z',
    '2027-07-01T00:00:00Z',
    '2027-11-07T12:00:00Z',
  ])('has slots on both sides of the next change at %s [DISC-38]', (now) => {
    for (const { location, offering } of dstPairs) {
      const days = availableDates(offering, location, new Date(now));
      const offsets = days.map((day) => day.available_times[0]?.available_time.slice(-6));
      const change = offsets.findIndex((offset, index) => index > 0 && offset !== offsets[index - 1]);
      expect(change).toBeGreaterThan(0);
      const eve = days[change - 1]?.available_date ?? '';
      expect(Temporal.PlainDate.from(eve).add({ days: 1 }).toString()).toBe(days[change]?.available_date);
    }
  });

  it('adds nothing else beyond the 60 days', () => {
    const { location, offering } = find('Denver', 'VO2');
    const dates = availableDates(offering, location, november).map((day) => day.available_date);
    expect(dates.filter((date) => date > '2027-01-19')).toEqual(['2027-03-13', '2027-03-14', '2027-03-15']);
  });
});
