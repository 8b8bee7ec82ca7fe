/** The words of every element about its user: signed out, being checked, about to be signed out. */
import { user } from '../locales/en/user.ts';
import type { SignOutReason } from './user-state.ts';

/** The words of a panel. */
export interface PanelWords {
  title: string;
  text: string;
  /** The label of the button; none when only the page can help. */
  button?: string;
}

/** Shown in place of the view after a sign-out, by its reason. */
export const signedOutWords = (reason: SignOutReason): PanelWords =>
  reason === 'page'
    ? { title: user('signedOut'), text: user('signedOutText') }
    : { title: user('signedOut'), text: user('idleSignedOutText'), button: user('continue') };

/** Shown in place of the view if the server could not be asked who is signed in. */
export const undecidedWords = (): PanelWords => ({
  title: user('undecided'),
  text: user('undecidedText'),
  button: user('tryAgain'),
});

/**
 * The text of the idle warning.
 * @param seconds until the user is signed out
 */
export const idleText = (seconds: number): string =>
  seconds === 60 ? user('idleTextMinute') : user('idleText', { count: seconds });
