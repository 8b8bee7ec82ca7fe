import { catalogue } from '../catalogue.ts';

/** The step "times" and the control to choose times, which the appointments use too. */
export const times = catalogue('times', {
  /** Heading of the step. */
  heading: 'When would you like to come?',
  /** Below the heading. */
  lead: 'Pick at least two times. The {clinic} will confirm one of them.',
  /** Error: no time is chosen. At least two are needed. */
  errorNone: 'Pick at least two times.',
  /** Error: one time is chosen. At least two are needed. */
  errorOne: 'Pick at least one more time.',
  /** In place of the times: the clinic's calendar did not respond. */
  unavailable: 'We can’t load this {clinic}’s times right now. Your answers are saved.',
  /** Button: load the times again. */
  tryAgain: 'Try again',
  /** In place of the times: the clinic has none. */
  none: 'This {clinic} has no open times right now. Another {clinic} may have some.',
  /** Button: go back to the list of clinics. */
  otherClinic: 'Choose another {clinic}',
  /** The main button. */
  next: 'Continue',
  /** The main button if everything else is done and paid: it sends the request to the clinic. */
  send: 'Send request',
  /** Label of the main button while it waits for the server. */
  sending: 'Sending',
  /** In a box above the times: one chosen time was taken by somebody else. `time` is "Tue, Nov 24, 8:00 AM". */
  takenOne: '{time} was just taken. Your other times are still chosen.',
  /** The same for several times. `times` is a list of them. */
  takenMany: '{times} were just taken. Your other times are still chosen.',
  /** The same if no chosen time is left. */
  takenAll: 'Your times were just taken. Please pick new ones.',
  /** The same if the clinic did not say which time was taken. */
  takenUnknown: 'One of your times was just taken. Please check your times, or pick others.',
  /** Below the sentence about the taken time, if the customer has paid already. */
  paid: 'You’ve already paid. You won’t be charged again.',

  /** Heading above the days. */
  days: 'Day',
  /** Buttons that scroll the row of days, and their names for screen readers. */
  earlier: 'Earlier',
  earlierDays: 'Earlier days',
  later: 'Later',
  laterDays: 'Later days',
  /** Button: shows a calendar of a month in place of the row of days. At most 14 letters. */
  showMonth: 'Show month',
  /** Button: shows the row of days in place of the calendar. At most 14 letters. */
  showDays: 'Show days',
  /** Button of the calendar, for screen readers. */
  monthBefore: 'Month before',
  /** Button of the calendar, for screen readers. */
  monthAfter: 'Month after',
  /** A day of the calendar without open times, for screen readers. `date` is "Monday, November 23". */
  dayClosed: '{date}, no open times',
  /** A day of the calendar, for screen readers. `date` is "Monday, November 23", `open` is "3 times". */
  dayOpen: '{date}, {open}',
  /** In the button of a day: how many times it has. At most 9 letters. */
  open: { one: '{count} time', other: '{count} times' },
  /** In the button of a day, for screen readers: how many of its times are chosen. */
  chosenHere: { one: '{count} chosen', other: '{count} chosen' },
  /** Below the date: the time zone of the clinic. `zone` is "Eastern Time". */
  zone: 'All times are in {zone}.',
  /** The same if only the difference to UTC is known. `offset` is "UTC−05:00". */
  zoneOffset: 'All times are the {clinic}’s local time ({offset}).',
  /** The same if nothing is known about the time zone. */
  zoneLocal: 'All times are the {clinic}’s local time.',
  /** Heading of the times before noon. */
  morning: 'Morning',
  /** Heading of the times from noon to 5 PM. */
  afternoon: 'Afternoon',
  /** Heading of the times from 5 PM. */
  evening: 'Evening',
  /** Name of a time's button. `time` is "Friday, October 30, 9:30 AM", `choice` is "1st choice". */
  timeChosen: '{time}, {choice}',

  /** Heading of the chosen times, in the bar below the times. */
  chosen: 'Your times',
  /** The rank of a chosen time. */
  choice1: '1st choice',
  choice2: '2nd choice',
  choice3: '3rd choice',
  choice4: '4th choice',
  /** The rank of a chosen time, on a small badge. At most 4 letters. */
  rank1: '1st',
  rank2: '2nd',
  rank3: '3rd',
  rank4: '4th',
  /** In place of a time that must still be chosen, after its badge. */
  notYet: 'Pick one',
  /** Name of the button that removes a chosen time. `time` is "Friday, October 30, 9:30 AM". */
  remove: 'Remove {time}',
  /** Below the chosen times: what to do next. No time is chosen. */
  hintFirst: 'Pick your first choice.',
  /** One time is chosen, and another is needed. */
  hintSecond: 'Now pick at least one more time.',
  /** As many times are chosen as are needed, and more are possible. */
  hintMore: 'You can add {count} more.',
  /** Four times are chosen. */
  hintFull: 'That’s all four.',
});
