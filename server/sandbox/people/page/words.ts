/** Values of the service in words. */

const tests: Record<string, string> = {
  DEXA: 'DEXA body composition',
  DEXABMD: 'DEXA bone density',
  VO2: 'VO2 Max',
  CALST: 'Calcium score',
  RMR: 'Resting metabolic rate',
  BODPOD: 'Bod Pod',
  HYDROSTATIC: 'Hydrostatic weighing',
  SECA: 'Seca body composition',
};

/** @returns the name of a test type; the type itself if it is not known */
export const testName = (type: string): string => tests[type] ?? type;

/** Formats a code, such as `results_in_progress`, as "Results in progress". */
export function sentence(code: string): string {
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Joins the parts that are not empty on one line. */
export function line(...parts: (string | null | undefined | false)[]): string {
  return parts.filter(Boolean).join(' · ');
}

/** Formats an instant, ISO 8601 in UTC, as `HH:MM:SS`. */
export function clockTime(at: string): string {
  return at.slice(11, 19);
}
