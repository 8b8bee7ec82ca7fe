import { catalogue } from '../catalogue.ts';

/** The controls of all forms. */
export const form = catalogue('form', {
  /** After the label of a field that can stay empty. */
  optional: '(optional)',
  /** Heading of the list of errors above a form. */
  errorTitle: 'There’s a problem',
  /** Error beside an answer that the server did not accept. */
  errorCheck: 'Check this answer.',
  /** In a button while its form is sent. At most 14 letters. */
  sending: 'Sending…',
  /** Closes a dialog. */
  close: 'Close',
  /** Button beside a value that is already known. At most 12 letters. */
  change: 'Change',
});
