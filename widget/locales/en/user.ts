import { catalogue } from '../catalogue.ts';

/** Who is signed in: checks, sign-outs and the warning of an idle page, in every element. */
export const user = catalogue('user', {
  /** Announced while the server is asked who is signed in. */
  checking: 'Checking that you’re signed in',
  /** Heading after a sign-out. */
  signedOut: 'You’re signed out',
  /** Below it, when the page signed the user out. */
  signedOutText: 'Sign in again to continue.',
  /** Below it, when nobody used the page for a while. */
  idleSignedOutText: 'We signed you out because you weren’t using this page.',
  /** Button: sign in again. */
  continue: 'Continue',
  /** Heading: the server could not be asked who is signed in. */
  undecided: 'We couldn’t check that you’re signed in',
  /** Below it. */
  undecidedText: 'We kept what you entered. Check your connection and try again.',
  /** Button below it. */
  tryAgain: 'Try again',
  /** Heading of the warning before an idle user is signed out. */
  idleHeading: 'Are you still there?',
  /** Below it. */
  idleText: {
    one: 'We’ll sign you out in {count} second.',
    other: 'We’ll sign you out in {count} seconds.',
  },
  /** Below it, when a whole minute is left. */
  idleTextMinute: 'We’ll sign you out in 1 minute.',
  /** Button: stay signed in. */
  stay: 'Stay signed in',
});
