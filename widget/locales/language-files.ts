/** The files of the languages besides English. Each is loaded at its first use. */
import type { Texts } from './spoken.ts';

/** Loads one file of a language, by the language. */
export type LanguageFiles = Readonly<Record<string, () => Promise<{ default: Texts }>>>;

/** What all elements share. */
export const everyElementFiles: LanguageFiles = {
  ar: () => import('./ar/every-element.ts'),
  de: () => import('./de/every-element.ts'),
  es: () => import('./es/every-element.ts'),
};

/** `<dx-booking>`. */
export const bookingFiles: LanguageFiles = {
  ar: () => import('./ar/booking.ts'),
  de: () => import('./de/booking.ts'),
  es: () => import('./es/booking.ts'),
};

/** `<dx-appointments>`. */
export const appointmentsFiles: LanguageFiles = {
  ar: () => import('./ar/appointments.ts'),
  de: () => import('./de/appointments.ts'),
  es: () => import('./es/appointments.ts'),
};

/** `<dx-physician-order>`. */
export const physicianFiles: LanguageFiles = {
  ar: () => import('./ar/physician.ts'),
  de: () => import('./de/physician.ts'),
  es: () => import('./es/physician.ts'),
};

/** `<dx-handoff>`. */
export const handoffFiles: LanguageFiles = {
  ar: () => import('./ar/handoff.ts'),
  de: () => import('./de/handoff.ts'),
  es: () => import('./es/handoff.ts'),
};
