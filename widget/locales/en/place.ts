import { catalogue } from '../catalogue.ts';

/** The step "place": the choice of a test, then of a clinic. */
export const place = catalogue('place', {
  /** Heading of the first screen, above the tests. */
  headingTest: 'Which test would you like?',
  /** Heading of the second screen. */
  headingWhere: 'Where would you like to be tested?',
  /** Heading of the box beside the tests. */
  stepsHeading: 'How booking works',
  /** The four parts of a booking, in the box beside the tests. */
  steps1: 'Choose a test and a {clinic}.',
  steps2: 'Pick at least two times.',
  steps3: 'Enter your details and pay.',
  steps4: 'The {clinic} confirms one of your times.',
  /** Label of the chosen test. */
  test: 'Your test',
  /** Button beside the chosen test: go back to the tests. */
  change: 'Change',
  /** The same, for screen readers. */
  changeTest: 'Change your test',
  /** Label of the field. */
  zip: 'ZIP code',
  /** Below the label. */
  zipHint: 'Near your home or work, for example',
  /** Error: the field is empty. */
  errorZipMissing: 'Enter a ZIP code, or use your location.',
  /** Error: not five digits. */
  errorZip: 'Enter a ZIP code with five digits, like 60601.',
  /** Error: nobody knows where the ZIP code is. */
  errorZipUnknown: 'We can’t find this ZIP code. Check it, or use your location.',
  /** Error below the ZIP code: the position was not found. */
  errorPosition: 'We couldn’t find your location. Enter a ZIP code instead.',
  /** The main button: search near the ZIP code. */
  find: 'Find {clinics}',
  /** Its label while it waits. */
  finding: 'Searching',
  /** Button: search near the position of the customer's device. */
  here: 'Use my location',
  /** Its label while it waits. */
  locating: 'Locating',
  /** For screen readers, while the list loads. */
  searching: 'Searching for {clinics}',
});
