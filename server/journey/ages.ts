/** The ages that a test is for (QST-19, GAP-96). */
import type { FieldProblem } from '../contract/problem.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';

/** Ages in whole years, both included; null for an open end. */
export interface AgeRange {
  min: number | null;
  max: number | null;
}

/** Reads the range of a test from the entry `eligibility.ages`. @returns null if the test is for any age */
export function agesFor(testType: string, { values }: Assumptions): AgeRange | null {
  for (const entry of values.eligibility.ages) {
    const [, type, min, max] = /^(\w+) (\d*)-(\d*)$/.exec(entry) ?? [];
    if (type !== testType) continue;
    const range = { min: min ? Number(min) : null, max: max ? Number(max) : null };
    return range.min === null && range.max === null ? null : range;
  }
  return null;
}

/** Checks a date of birth, YYYY-MM-DD, against a range on the day of `nowMs` in UTC. @returns null if it is in it */
export function wrongAge(dateOfBirth: string, range: AgeRange | null, nowMs: number): FieldProblem | null {
  const [year = 0, month = 0, day = 0] = dateOfBirth.split('-').map(Number);
  const today = new Date(nowMs);
  const isBeforeBirthday =
    today.getUTCMonth() + 1 < month || (today.getUTCMonth() + 1 === month && today.getUTCDate() < day);
  const years = today.getUTCFullYear() - year - (isBeforeBirthday ? 1 : 0);
  const path = 'date_of_birth';
  if (range?.min != null && years < range.min)
    return { path, message: `This test is for people aged ${range.min} and over.`, code: 'too_young' };
  if (range?.max != null && years > range.max)
    return { path, message: `This test is for people aged up to ${range.max}.`, code: 'too_old' };
  return null;
}
