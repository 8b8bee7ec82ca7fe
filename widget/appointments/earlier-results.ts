/** The same values of earlier tests. They are compared by arithmetic only: nothing is judged. */
import type { AppointmentView, Reading, ResultsView } from '../../server/contract/appointments-api.ts';
import { results as say } from '../texts/english.ts';
import { exactNumber, fullDate, lineStart } from '../ui/format.ts';
import type { AppointmentsStore } from './appointments-store.ts';
import { valueWords } from './results-table.ts';
import { scheduledAt } from './when-and-where.ts';

/** The results of an earlier test of the same kind. */
export interface EarlierResults {
  /** The date of the test, on the clock of the clinic. */
  date: string;
  results: ResultsView;
}

/** More of them say little, and each is a request. */
const mostEarlier = 5;

/**
 * Reads the results of the customer's earlier tests of the same kind, the latest first. What cannot be read is left out.
 * @param id the appointment whose results are on show
 */
export async function readEarlier(store: AppointmentsStore, id: string): Promise<EarlierResults[]> {
  const known = store.view ?? [];
  const shown = known.find((one) => one.appointment_id === id);
  const timeOf = (one: AppointmentView) => Date.parse(one.scheduled_for ?? '');
  if (!shown) return [];
  const before = known
    .filter((one) => one.test_type === shown.test_type && one.actions.includes('results'))
    .filter((one) => timeOf(one) < timeOf(shown))
    .toSorted((one, other) => timeOf(other) - timeOf(one))
    .slice(0, mostEarlier);
  const read = await Promise.all(
    before.map(async (one) => ({ one, results: await store.readResults(one.appointment_id) })),
  );
  return read.flatMap(({ one, results }) => {
    const at = scheduledAt(one);
    return results && at ? [{ date: lineStart(fullDate(at.text)), results }] : [];
  });
}

/** An earlier value of a reading in words. */
export interface EarlierValue {
  date: string;
  value: string;
  /** This value minus the earlier one, with its sign; null unless both are numbers. */
  difference: string | null;
}

/** Finds the earlier values of a reading: those of the same name and unit. */
export function earlierValues(reading: Reading, earlier: readonly EarlierResults[]): EarlierValue[] {
  return earlier.flatMap(({ date, results }) => {
    const same = results.sheets
      .flatMap(({ readings }) => readings)
      .filter(({ name, unit }) => name === reading.name && unit === reading.unit);
    // Two readings of one name are ambiguous.
    const [found, ...others] = same;
    if (found === undefined || others.length > 0) return [];
    return [{ date, value: valueWords(found.value), difference: differenceOf(reading.value, found.value) }];
  });
}

function differenceOf(now: number | string, before: number | string): string | null {
  if (typeof now !== 'number' || typeof before !== 'number') return null;
  const decimals = Math.max(decimalsOf(now), decimalsOf(before));
  const difference = Number((now - before).toFixed(decimals));
  const sign = difference > 0 ? '+' : difference < 0 ? '\u2212' : '';
  return say('difference', { number: `${sign}${exactNumber(Math.abs(difference))}` });
}

/** How many decimals a number has, so that a difference has no more. A small number is written as 1.5e-7. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = `${value}`.split('e');
  return Math.min(12, Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent)));
}
