/** Values that a careful service may refuse, though the specification is silent about them (setting `strict_values`). */
import type { State } from '../state.ts';
import { ApiError } from './api-error.ts';

/** The day is another one in other time zones. */
const zonesMs = 14 * 3600 * 1000;
/** Clocks differ a little. */
const skewMs = 5 * 60 * 1000;

/**
 * Refuses values if the setting is on.
 * @param wrong by field: why the value is refused; null if it is right
 * @throws ApiError 400 that names the fields
 */
export function checkValues({ settings }: State, wrong: Record<string, string | null>): void {
  if (!settings.strict_values) return;
  const details = Object.entries(wrong).flatMap(([field, why]) => (why === null ? [] : [`${field}: ${why}`]));
  if (details.length > 0) throw new ApiError(400, `The request is not valid: ${details.join('; ')}`, details);
}

/** Why a date (YYYY-MM-DD) or a time with an offset is refused if it has not come anywhere yet. */
export const ifFuture = (value: string | undefined, now: Date): string | null => {
  if (value === undefined) return null;
  const isDate = value.length === 10;
  return Date.parse(value) > now.getTime() + (isDate ? zonesMs : skewMs) ? 'must not be in the future' : null;
};

/** Why a text without a visible character is refused. */
export const ifBlank = (value: string): string | null => (value.trim() === '' ? 'must not be blank' : null);
