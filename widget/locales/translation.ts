/** The types of a language's files: the same keys and places as the English texts. */
import type { Say } from './catalogue.ts';
import type { appointments } from './en/appointments.ts';
import type { blocked } from './en/blocked.ts';
import type { booking, stepNames } from './en/booking.ts';
import type { bookingLater, notices } from './en/booking-later.ts';
import type { clinics } from './en/clinics.ts';
import type { consent } from './en/consent.ts';
import type { dates } from './en/dates.ts';
import type { signedForm } from './en/document.ts';
import type { failures } from './en/failures.ts';
import type { form } from './en/form.ts';
import type { formats } from './en/formats.ts';
import type { detailNames, handoff } from './en/handoff.ts';
import type { health } from './en/health.ts';
import type { help } from './en/help.ts';
import type { identity } from './en/identity.ts';
import type { note } from './en/note.ts';
import type { physician } from './en/physician.ts';
import type { place } from './en/place.ts';
import type { placeLater } from './en/place-later.ts';
import type { problems } from './en/problems.ts';
import type { product } from './en/product.ts';
import type { results } from './en/results.ts';
import type { review } from './en/review.ts';
import type { sent } from './en/sent.ts';
import type { summary } from './en/summary.ts';
import type { testCards } from './en/test-cards.ts';
import type { tests } from './en/tests.ts';
import type { times } from './en/times.ts';
import type { user } from './en/user.ts';
import type { waiting } from './en/waiting.ts';
import type { Plural } from './spoken.ts';

/** All areas. */
export interface Areas {
  place: Say<(typeof place)['english'] & (typeof placeLater)['english']>;
  product: typeof product;
  appointments: typeof appointments;
  blocked: typeof blocked;
  physician: typeof physician;
  results: typeof results;
  booking: Say<
    (typeof booking)['english'] &
      (typeof bookingLater)['english'] &
      (typeof notices)['english'] &
      (typeof stepNames)['english']
  >;
  clinics: typeof clinics;
  failures: typeof failures;
  formats: typeof formats;
  handoff: Say<(typeof handoff)['english'] & (typeof detailNames)['english']>;
  help: typeof help;
  problems: Say<typeof problems>;
  review: typeof review;
  sent: typeof sent;
  summary: typeof summary;
  testCards: typeof testCards;
  tests: typeof tests;
  consent: typeof consent;
  dates: typeof dates;
  document: typeof signedForm;
  form: typeof form;
  health: typeof health;
  identity: typeof identity;
  note: typeof note;
  waiting: typeof waiting;
  times: typeof times;
  user: typeof user;
}

type TextsOf<S> =
  S extends Say<infer Area>
    ? { readonly [Key in keyof Area]: Area[Key] extends string ? string : Plural }
    : never;

/** The areas in the files of a language. An element loads `everyElement` and its own. */
interface Parts {
  everyElement: 'dates' | 'failures' | 'form' | 'formats' | 'problems' | 'tests' | 'times' | 'user';
  booking:
    | 'blocked'
    | 'booking'
    | 'clinics'
    | 'consent'
    | 'document'
    | 'health'
    | 'help'
    | 'identity'
    | 'note'
    | 'place'
    | 'product'
    | 'review'
    | 'sent'
    | 'summary'
    | 'testCards'
    | 'waiting';
  appointments: 'appointments' | 'results';
  physician: 'physician';
  handoff: 'handoff';
}

/** All texts of one file of a language, such as `es/booking.ts`. `words` is in `catalogue.ts` itself. */
export type Translation<Part extends keyof Parts> = {
  readonly [Area in Parts[Part]]: TextsOf<Areas[Area]>;
} & (Part extends 'everyElement'
  ? { readonly words: { readonly clinic: string; readonly clinics: string } }
  : unknown);

/** The areas that are in no file. `npm run types` checks that it is `never`. */
export type AreaWithoutFile = Exclude<keyof Areas, Parts[keyof Parts]>;
