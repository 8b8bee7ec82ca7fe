import { catalogue } from '../catalogue.ts';

/** The step "times" and the control to choose times. */
export const times = catalogue('times', {
  /** Heading of the step. */
  heading: 'When would you like to come?',
  /** Below the heading. */
  lead: 'The location confirms one of the times you ask for, so alternates make a yes more likely.',
  /** Error above the choices: no time is chosen. */
  errorNone: 'Choose the time you would like most, and at least one alternate.',
  /** Error above the choices: one time is chosen. */
  errorOne: 'Choose at least one alternate time.',
  /** In place of the times: the clinic's calendar did not respond. */
  unavailable: 'The calendar of this location does not answer right now. Nothing you chose is lost.',
  /** Button: load the times again. */
  tryAgain: 'Try again',
  /** In place of the times: the clinic has none. */
  none: 'This location has no open times at the moment. Other places may have some.',
  /** Button: go back to the list of clinics. */
  otherClinic: 'Choose another place',
  /** The main button. */
  next: 'Continue',
});
