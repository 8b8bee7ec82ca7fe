/** The files of the languages besides English. Each is loaded at its first use. */
/** Loads the texts of one file of a language by name, by the language. */
export type LanguageFiles = Readonly<Record<string, () => Promise<{ default: object }>>>;

/** The texts that all elements share. */
export const everyElementFiles: LanguageFiles = {
  ar: () => import('./ar/every-element.json', { with: { type: 'json' } }),
  de: () => import('./de/every-element.json', { with: { type: 'json' } }),
  es: () => import('./es/every-element.json', { with: { type: 'json' } }),
};

/** `<dx-booking>`. */
export const bookingFiles: LanguageFiles = {
  ar: () => import('./ar/booking.json', { with: { type: 'json' } }),
  de: () => import('./de/booking.json', { with: { type: 'json' } }),
  es: () => import('./es/booking.json', { with: { type: 'json' } }),
};

/** `<dx-appointments>`. */
export const appointmentsFiles: LanguageFiles = {
  ar: () => import('./ar/appointments.json', { with: { type: 'json' } }),
  de: () => import('./de/appointments.json', { with: { type: 'json' } }),
  es: () => import('./es/appointments.json', { with: { type: 'json' } }),
};

/** `<dx-physician-order>`. */
export const physicianFiles: LanguageFiles = {
  ar: () => import('./ar/physician.json', { with: { type: 'json' } }),
  de: () => import('./de/physician.json', { with: { type: 'json' } }),
  es: () => import('./es/physician.json', { with: { type: 'json' } }),
};

/** `<dx-handoff>`. */
export const handoffFiles: LanguageFiles = {
  ar: () => import('./ar/handoff.json', { with: { type: 'json' } }),
  de: () => import('./de/handoff.json', { with: { type: 'json' } }),
  es: () => import('./es/handoff.json', { with: { type: 'json' } }),
};
