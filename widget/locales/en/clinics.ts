import { catalogue } from '../catalogue.ts';

/** The list of clinics in the step "place". It loads after the first screen. */
export const clinics = catalogue('clinics', {
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
  otherLead: 'These {clinics} don’t offer {test}.',
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
