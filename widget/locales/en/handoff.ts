import { catalogue } from '../catalogue.ts';

/** `<dx-handoff>`: what is shown beside or in place of the hosted scheduling page. */
export const handoff = catalogue('handoff', {
  /** Name of the frame for screen readers. */
  frame: 'Schedule your test',
  /** Announced while the hosted page loads. */
  loading: 'Loading',
  /** Link to the hosted page in this tab. */
  open: 'Continue to scheduling',
  /** Link to the hosted page in another tab. */
  openTab: 'Open in a new tab',
  /** Heading: the hosted page does not show in the frame. */
  silent: 'The scheduling page isn’t loading here',
  silentText: 'Try again, or open it in a new tab. Come back here when you’re done.',
  /** Heading: the hosted page reported an error. */
  troubled: 'Something went wrong in scheduling',
  /** Heading: the customer left the hosted page. */
  left: 'You left scheduling',
  leftText: 'You can come back any time.',
  /** Button below it. */
  reopen: 'Open scheduling again',
  /** Heading: the customer may not take this test. */
  blocked: 'This test can’t be scheduled here',
  blockedText:
    'The rules for this test don’t allow it for you at this {clinic}. Contact us to learn what you can do instead.',
  /** Heading above the link to the hosted page. */
  confirm: 'Confirm your times',
  confirmText: 'You do this on the scheduling page.',
  /** Heading while the server asks whether the request arrived. */
  verifying: 'Checking your request',
  verifyingText: 'We’re checking that it arrived. Please keep this page open for a moment.',
  /** Heading: the scheduling service is away. */
  stalled: 'Scheduling isn’t responding',
  stalledText: 'Nothing is lost. You can safely try again.',
  /** Heading: scheduling refused the request. */
  refused: 'This can’t be scheduled',
  /** Below it. {fields} is a list of the names of details. */
  checkFields: 'Please check: {fields}.',
  /** Heading: the request was not seen yet. */
  unseen: 'We can’t see your request yet',
  unseenText: 'If you sent it, it may still arrive. Check again before you send another one.',
  /** Button below it. */
  checkAgain: 'Check again',
  /** Heading: the request arrived. */
  requested: 'Request sent',
  requestedText: 'The {clinic} will confirm one of your times. Nothing is booked yet.',
  /** Heading: the clinic confirmed a time. The time is shown below. */
  confirmed: 'Your appointment is confirmed',
  /** Heading: the appointment was canceled. */
  canceled: 'This appointment was canceled',
  /** Heading: the appointment is over. */
  completed: 'This appointment is complete',
  /** Heading: the appointment has a state that the widget does not know. */
  otherState: 'Your request has arrived',
});

/** The names of the details that the page passes on, in the middle of a sentence. */
export const detailNames = catalogue('handoff', {
  /** Names of details. */
  first_name: 'first name',
  last_name: 'last name',
  phone: 'phone number',
  date_of_birth: 'date of birth',
  sex: 'sex',
  address_line_1: 'street address',
  city: 'city',
  state: 'state',
  postal_code: 'ZIP code',
  height_inches: 'height',
  weight_pounds: 'weight',
  times: 'times',
});
