/**
 * The date of an order: typed in the notation of the language or another common one, sent as YYYY-MM-DD (PEV-07,
 * PHY-10).
 */
import { physician as say } from '../texts/english.ts';
import { spoken } from '../texts/spoken.ts';
import { isoDateOf, orderOf, readDate } from '../ui/date-of-birth.ts';

/**
 * Writes and reads the dates of one form. If the language changes, the form keeps its notation: a typed date stays the
 * same day.
 */
export class OrderDates {
  readonly #format = new Intl.DateTimeFormat(spoken.tag, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'UTC',
  });

  /**
   * Formats a date, such as "03/14/2026".
   * @param iso a date as YYYY-MM-DD. @default today in the browser's time zone
   */
  write(iso?: string): string {
    const now = new Date();
    const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
    // A text field needs no marks of direction.
    return this.#format.format(iso === undefined ? today : Date.parse(iso)).replace(/[\u200e\u200f]/g, '');
  }

  /** @returns the typed date as YYYY-MM-DD; null when it is not a date of the calendar */
  read(text: string): string | null {
    const parts = readDate(text, orderOf(this.#format));
    if (parts === null) return null;
    const iso = isoDateOf(parts);
    const read = new Date(`${iso}T00:00:00Z`);
    return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(iso) ? iso : null;
  }

  /** The words below the field. */
  get hint(): string {
    return say('orderDateHint', { date: this.write('2026-03-14') });
  }

  /** @returns the error of a typed date; null when it is valid */
  check = (text: string): string | null =>
    this.read(text) === null ? say('errorOrderDate', { date: this.write('2026-03-14') }) : null;
}
