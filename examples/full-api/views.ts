/** Renders the site's pages from the Eta templates in `views/`. Eta escapes every inserted value. Replace it with your own templates. */
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { Context } from 'koa';
import type { Bill } from './bills.ts';
import type { Clinician } from './clinicians.ts';
import type { Patient } from './patients.ts';

/** The attributes of an element. */
interface Embedded {
  serverUrl: string;
  subjectToken: string;
}

/** The values that each page inserts, by the name of its template. */
interface Views {
  home: object;
  'sign-in': { patients: (Patient & { initials: string })[]; next: string };
  book: Embedded & { showHours: boolean };
  appointments: Embedded;
  pay: { bill: Bill; amount: string };
  'not-found': object;
  'staff-sign-in': { clinicians: readonly Clinician[] };
  'staff-orders': { clinician: Clinician };
  'staff-order': Embedded & { appointmentId: string };
}

/** The values that the layout inserts around a page. */
interface Frame {
  title: string;
  /** The signed-in user. */
  patient: Patient | null;
  /** Addresses of module scripts. */
  scripts: readonly string[];
}

const eta = new Eta({ views: fileURLToPath(new URL('views', import.meta.url)), cache: true });

/** Renders a page of the site as an HTML document. */
export function render<Name extends keyof Views>(name: Name, values: Views[Name], frame: Frame): string {
  return eta.render(`./${name}`, { ...values, ...frame });
}

/** Renders a page into the response, with the name of the patient who is signed in. */
export type Show = <Name extends keyof Views>(
  ctx: Context,
  name: Name,
  values: Views[Name],
  frame: Omit<Frame, 'patient' | 'scripts'> & Partial<Pick<Frame, 'scripts'>>,
) => void;
