import { catalogue } from '../catalogue.ts';

/** The element `<dx-appointments>`, except results. */
export const appointments = catalogue('appointments', {
  /** While the list loads, for screen readers. */
  loading: 'Loading your appointments …',
  /** Heading above the newest results. */
  resultsHeading: 'Results ready',
  /** Heading above the appointments to come. */
  upcomingHeading: 'Upcoming appointments',
  /** Heading above the others. */
  pastHeading: 'Past appointments',
  /** In place of the appointments to come: there are only past ones. */
  noneUpcoming: 'You have no upcoming appointments.',
  /** In place of the whole list. */
  none: 'You have no appointments yet.',

  /** Status, two to four words. No time was requested. */
  unscheduledTitle: 'No time requested yet',
  /** Below `unscheduledTitle`. */
  unscheduledText: 'You don’t have an appointment yet.',
  /** Status: the customer asked for times and waits. */
  requestedTitle: 'Waiting for the {clinic} to confirm',
  /** Below `requestedTitle`. It must not sound like a booking. */
  requestedText:
    'The {clinic} will pick one of these times or contact you. You don’t have an appointment yet.',
  /** Status: the clinic confirmed the time. */
  confirmedTitle: 'Confirmed',
  /** Status. */
  canceledTitle: 'Canceled',
  /** Status. */
  refundedTitle: 'Refunded',
  /** Status: the clinic says that the customer did not come. */
  missedTitle: 'Marked as missed',
  /** Below `missedTitle`. */
  missedText: 'If you were there, please contact the {clinic}.',
  /** Status: the test is done, the results are not. */
  resultsPendingTitle: 'Results in progress',
  /** Below `resultsPendingTitle`. */
  resultsPendingText: 'They’ll appear here when they’re ready.',
  /** Status. */
  resultsReadyTitle: 'Results ready',
  /** Status: everything is done. */
  completedTitle: 'Completed',
  /** Status: the appointment could not be read. */
  unreadTitle: 'Can’t be shown right now',
  /** Below `unreadTitle`. */
  unreadText: 'We couldn’t load this appointment. Please check back in a few minutes.',
  /** Status: one that this version does not know. */
  unknownTitle: 'Status not available',
  /** Below `unknownTitle`. */
  unknownText: 'We can’t show the status of this appointment here. The {clinic} can tell you more.',

  /** Above the first of the times that the customer asked for. */
  firstChoice: '1st choice',
  /** Before the other times that the customer asked for; `times` is a list such as "a or b". */
  otherChoices: 'Or {times}',
  /** Address: city, state and ZIP code. */
  cityLine: '{city}, {state} {zip}',
  /** Link to a map, after the address. */
  directions: 'Get directions (opens in a new tab)',
  /** A physician still has to send in the order. `time` is a date with a time. */
  orderDue: 'A physician needs to order this test by {time}.',
  /** The newest state could not be read. */
  stale: 'We couldn’t check for changes just now.',
  /** As `stale`; `time` is a time of today. */
  staleSince: 'We couldn’t check for changes just now. This was up to date at {time}.',

  /** Button: opens the check-in page. */
  checkIn: 'Check in (opens in a new tab)',
  /** Button: saves a calendar file. */
  calendar: 'Add to calendar',
  /** Title of the event in the customer's calendar. Others may see it, so it does not name the test. */
  calendarTitle: '{Clinic} appointment',
  /** Button: shows the results. */
  results: 'See results',
  /** Button: saves the signed form. */
  signedForm: 'Signed form (PDF)',
  /** Button: saves a blank form that the customer's doctor fills in before a VO2 test. */
  vo2Form: 'VO2 form for your doctor (PDF)',
  /** Button: opens the choice of another time. */
  reschedule: 'Change time',
  /** Button: asks before it cancels. */
  cancel: 'Cancel appointment',
  /** Button: as `cancel`, before a time is confirmed. */
  cancelRequest: 'Cancel request',
  /** On a button while it works: a page opens. */
  opening: 'Opening …',
  /** On a button while it works. */
  loadingShort: 'Loading …',
  /** On a button while it works: a file is saved. */
  saving: 'Saving …',
  /** On a button while it works. */
  canceling: 'Canceling …',
  /** On a button while it works: a request is sent. */
  sending: 'Sending …',
  /** The booking was made in a way that does not let the customer change the time here. */
  rescheduleElsewhere: 'To change the time, contact the company you booked with.',

  /** Heading of the question before a cancellation. */
  cancelHeading: 'Cancel this appointment?',
  /** Below `cancelHeading`. */
  cancelText: 'You’ll lose this time. You can’t undo this.',
  /** Below `cancelHeading`, if the time can be changed. */
  cancelOrChange: 'You’ll lose this time. You can’t undo this, but you can change the time instead.',
  /** Heading of the question before a request is canceled. */
  cancelRequestHeading: 'Cancel this request?',
  /** Below `cancelRequestHeading`. */
  cancelRequestText: 'The {clinic} won’t confirm any of your times. You can’t undo this.',
  /** In the question before a cancellation. A partner replaces it with its own terms. */
  cancelRefund: 'For a refund, contact the company you booked with.',
  /** Main button of the question: changes nothing. */
  keepAppointment: 'Keep appointment',
  /** Main button of the question about a request: changes nothing. */
  keepRequest: 'Keep request',
  /** Label of a text field. */
  cancelReason: 'Reason (optional)',
  /** Below the field. */
  reasonLimit: { one: 'Up to {count} character', other: 'Up to {count} characters' },
  /** Below the field, near its limit. */
  reasonLeft: { one: '{count} character left', other: '{count} characters left' },
  /** Heading of the warning before a late change. */
  lateHeading: 'Your appointment is in less than 24 hours',
  /** Below `lateHeading`. */
  lateCancelText: 'If you cancel now, a fee may apply. Your appointment isn’t canceled yet.',
  /** Below `lateHeading`. */
  lateChangeText: 'If you change the time now, a fee may apply. Your appointment hasn’t changed yet.',
  /** Button of the warning. */
  cancelAnyway: 'Cancel anyway',
  /** Button of the warning. */
  requestAnyway: 'Request anyway',
  /** Button: changes nothing. */
  keepTime: 'Keep my time',

  /** Heading of the choice of another time. */
  moveHeading: 'Choose a new time',
  /** Below `moveHeading`; `time` is the date and time that the customer has now. */
  moveText:
    'If you ask for a new time, you lose the one you have: {time}. You won’t have an appointment until the {clinic} confirms.',
  /** Below `moveHeading`, without a time. */
  moveTextShort:
    'If you ask for a new time, you lose the one you have. You won’t have an appointment until the {clinic} confirms.',
  /** Error: no time is chosen. */
  moveNone: 'Choose a new time.',
  /** Main button: sends the request. */
  moveSend: 'Request new time',
  /** In place of the times: the calendar did not respond. */
  moveUnavailable: 'We can’t load this {clinic}’s times right now. Your appointment hasn’t changed.',
  /** In place of the times. */
  moveFull: 'This {clinic} has no other open times right now. Your appointment hasn’t changed.',
  /** Button: loads the times again. */
  tryAgain: 'Try again',

  /** The check-in page can only open after another press. */
  checkInReady: 'Your check-in page is ready',
  /** Button below `checkInReady`. */
  checkInOpen: 'Open check-in (opens in a new tab)',

  /** After a cancellation. */
  canceledNow: 'Your appointment is canceled.',
  /** After another time was requested. It must not sound like a booking. */
  movedNow: 'Request sent. You don’t have an appointment until the {clinic} confirms a new time.',
  /** A change is being sent. */
  changeSending: 'Saving your change …',
  /** A change could not be sent yet. */
  changeStalled: 'We couldn’t save your change yet. You can safely try again.',
  /** A requested time was taken by someone else. */
  changeTaken:
    'Someone just took a time you chose. Please choose again. Your appointment is the same as before.',
  /** The service refused a change. */
  changeRefused: 'We couldn’t make your change. Your appointment is the same as before.',

  /** Opens the details of an appointment. */
  details: 'More details',
  /** The name of `details` for screen readers. It begins with the same words. `test` is the name of the test. */
  detailsOf: 'More details: {test}',
  /** Label of an address. */
  detailClinic: '{Clinic}',
  /** Label of the day on which the customer asked for times. */
  detailRequested: 'Requested',
  /** Label of the day on which the clinic confirmed. */
  detailConfirmed: 'Confirmed',
  /** Label of the time that the clinic confirmed first, before it moved. */
  detailFirstTime: 'First confirmed time',
  /** Label: how far the physician's order is. */
  detailOrder: 'Physician’s order',
  /** Value of `detailOrder`. */
  orderPending: 'Waiting for a physician',
  /** Value of `detailOrder`. */
  orderProcessing: 'Being checked',
  /** Value of `detailOrder`. */
  orderDone: 'Done',
  /** Value of `detailOrder`. */
  orderSent: 'Sent on {date}',
  /** Label: the form of the appointment. */
  detailForm: 'Form',
  /** Value of `detailForm`. */
  formPending: 'Waiting for a physician’s signature',
  /** Value of `detailForm`. */
  formSigned: 'Signed',
  /** Label of a short code to read out on the phone. */
  detailReference: 'Reference number',
  /** Leads back from a full-page view. */
  back: 'Back to appointments',
});
