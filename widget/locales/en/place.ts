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
  /** Error below the ZIP code: the browser has no geolocation. */
  errorPositionUnsupported: 'This browser can’t share your location. Enter a ZIP code instead.',
  /** Error below the ZIP code: the customer or the browser refused to share the position. */
  errorPositionDenied: 'Your browser didn’t share your location. Enter a ZIP code instead.',
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

  /** Heading of the list. `distance` is "100 miles". */
  found: { one: '1 {clinic} within {distance}', other: '{count} {clinics} within {distance}' },
  /** Heading of the list if no clinic is within `distance`. `test` is the name of the test. */
  foundNone: 'No {clinic} within {distance} offers {test}',
  /** Below it if there is nothing else to show. */
  foundNothing: 'Try another ZIP code or another test.',
  /** Heading of the nearest clinics, which are far away. */
  nearest: { one: 'The closest {clinic}', other: 'The closest {clinics}' },
  /** Below that heading. `distance` is "100 miles". */
  nearestLead: 'More than {distance} away.',
  /** Heading of clinics that offer another test, all closer than the closest clinic for the chosen test. */
  otherCloser: 'A different test, closer to you',
  /** Heading of clinics that offer another test. */
  other: 'A different test',
  /** Below both headings. `test` is the name of the chosen test. */
  otherLead: 'These {clinics} don’t offer {test}. They offer other tests.',
  /** Label of the choice of an order. */
  sort: 'Sort by',
  /** Its options. */
  sortDistance: 'Distance',
  sortSoonest: 'Next open time',
  sortPrice: 'Price',
  /** For screen readers, after the list was sorted. */
  sorted: '{Clinics} sorted',
  /** For screen readers, while times and prices load for the order. */
  sorting: 'Checking times and prices',

  /** Name of a clinic whose address is unknown. */
  unnamed: '{Clinic}',
  /** On the card of a clinic. `distance` is "2.5 miles". */
  away: '{distance} away',
  /** On the card of a clinic: its next open time. `time` is "Tue, Nov 24, 8:00 AM". */
  next: 'Next open time: {time}',
  /** The same, if there is none. */
  nextNone: 'No open times right now',
  /** The same, if its calendar does not respond. */
  nextUnknown: 'See open times in the next step',
  /** On the card of a clinic that can't be booked. */
  closed: 'Can’t be booked online',
  /** The button of a clinic. */
  choose: 'Choose',
  /** For screen readers, after "Choose". `name` is a street address. */
  chooseThis: 'this {clinic}, {name}',
  /** The button of a clinic with several tests, or with another test. `test` is its name. */
  chooseTest: 'Choose {test}',
  /** For screen readers, after it. `name` is a street address. */
  chooseAt: 'at {name}',
  /** Label of the button while it waits. */
  choosing: 'Choosing',
  /** Name of the navigation between the pages of the list. */
  pages: 'Pages of {clinics}',
  /** Between its buttons. */
  page: 'Page {page} of {last}',
  pageBefore: 'Previous',
  pageAfter: 'Next',
});
