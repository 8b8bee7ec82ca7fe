/** The views of the clinic's pages. */
import type { Show } from '../site/views.ts';
import type { Bill } from './bills.ts';
import type { Clinician } from './clinicians.ts';
import type { Patient } from './patients.ts';

/** The attributes of an element. */
interface Embedded {
  serverUrl: string;
  subjectToken: string;
}

/** The values that each page inserts, by the name of its template. */
export interface Views {
  home: object;
  'sign-in': { patients: (Patient & { initials: string })[]; next: string };
  book: Embedded & { showHours: boolean };
  appointments: Embedded;
  pay: { bill: Bill; amount: string };
  failed: object;
  'not-found': object;
  'staff-sign-in': { clinicians: readonly Clinician[] };
  'staff-orders': Embedded & { clinician: Clinician; appointmentId: string };
}

/** Shows a page of the clinic. */
export type ShowPage = Show<Views>;
