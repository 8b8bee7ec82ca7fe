/** The words of every element about its user: signed out, being checked, about to be signed out. */
import type { SignOutReason } from './user-state.ts';

/** The words of a panel. */
export interface PanelWords {
  title: string;
  text: string;
  /** The label of the button; none when only the page can help. */
  button?: string;
}

/** Shown while the server has not said who is signed in. */
export const checkingWords = 'Checking who is signed in';

/** Shown in place of the view after a sign-out, by its reason. */
export const signedOutWords: Record<SignOutReason, PanelWords> = {
  page: { title: 'You are signed out', text: 'Sign in again to continue.' },
  idle: {
    title: 'You are signed out',
    text: 'You were signed out because this page was idle.',
    button: 'Continue',
  },
};

/** Shown in place of the view if the server could not be asked who is signed in. */
export const undecidedWords: PanelWords = {
  title: 'We could not check who is signed in',
  text: 'What you entered is kept. Check your connection and try again.',
  button: 'Try again',
};

/** The warning before an idle user is signed out. */
export const idleWords = { title: 'Are you still there?', button: 'Stay signed in' };

/**
 * The text of the idle warning.
 * @param seconds until the user is signed out
 */
export function idleText(seconds: number): string {
  const left = seconds === 60 ? '1 minute' : seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `You will be signed out in ${left}.`;
}
