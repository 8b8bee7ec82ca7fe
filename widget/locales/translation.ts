/** The type of a language's file: the same keys and places as the English texts. */
import type { Say } from './catalogue.ts';
import type { appointments } from './en/appointments.ts';
import type { booking } from './en/booking.ts';
import type { failures } from './en/failures.ts';
import type { formats } from './en/formats.ts';
import type { handoff } from './en/handoff.ts';
import type { physician } from './en/physician.ts';
import type { problems } from './en/problems.ts';
import type { results } from './en/results.ts';
import type { testCards } from './en/test-cards.ts';
import type { tests } from './en/tests.ts';
import type { times } from './en/times.ts';
import type { user } from './en/user.ts';
import type { Plural } from './spoken.ts';

/** All areas. */
export interface Areas {
  appointments: typeof appointments;
  physician: typeof physician;
  results: typeof results;
  booking: typeof booking;
  failures: typeof failures;
  formats: typeof formats;
  handoff: typeof handoff;
  problems: typeof problems;
  testCards: typeof testCards;
  tests: typeof tests;
  times: typeof times;
  user: typeof user;
}

type TextsOf<S> =
  S extends Say<infer Area>
    ? { readonly [Key in keyof Area]: Area[Key] extends string ? string : Plural }
    : never;

/** All texts of a language. `words` is in `catalogue.ts` itself. */
export type Translation = { readonly [Area in keyof Areas]: TextsOf<Areas[Area]> } & {
  readonly words: { readonly clinic: string; readonly clinics: string };
};

/** The name of a message: `area.key`. */
export type MessageName = {
  [Area in keyof Areas & string]: Areas[Area] extends Say<infer Texts>
    ? `${Area}.${keyof Texts & string}`
    : never;
}[keyof Areas & string];
