/** The date of an order: typed in common notations, sent as YYYY-MM-DD (PEV-07, PHY-10). */
import { physician as say } from '../locales/en/physician.ts';
import { isoDateOf, readDate } from '../ui/date-of-birth.ts';

/** @returns the typed date as YYYY-MM-DD; null when it is not a date of the calendar */
export function isoOf(text: string): string | null {
  const parts = readDate(text);
  if (parts === null) return null;
  const iso = isoDateOf(parts);
  const read = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(iso) ? iso : null;
}

/** @returns the error of a typed order date; null when it is valid */
export const checkOrderDate = (text: string): string | null =>
  isoOf(text) === null ? say('errorOrderDate') : null;

const asTyped = (iso: string): string => {
  const [year, month, day] = iso.split('-');
  return `${month}/${day}/${year}`;
};
/**
 * Formats a date as MM/DD/YYYY.
 * @param iso a date as YYYY-MM-DD. @default today in the browser's time zone
 */
export function typedDate(iso?: string): string {
  const now = new Date();
  const today = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
  return asTyped(iso ?? today);
}
