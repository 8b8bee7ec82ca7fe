import { catalogue } from '../catalogue.ts';

/** The clinic's own note about a test. */
export const note = catalogue('note', {
  /** Heading of the note. */
  heading: 'From the {clinic}',
});
