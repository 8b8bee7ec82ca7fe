/**
 * Age in whole years on the UTC day of `now`.
 * @param birth date of birth, YYYY-MM-DD
 */
export function ageYears(birth: string, now: Date): number {
  const today = now.toISOString().slice(0, 10);
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}
