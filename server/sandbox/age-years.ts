/** Whole years lived by the day of `now`; `birth` is YYYY-MM-DD. */
export function ageYears(birth: string, now: Date): number {
  const today = now.toISOString().slice(0, 10);
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}
