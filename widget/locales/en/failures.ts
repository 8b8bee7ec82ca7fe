import { catalogue } from '../catalogue.ts';

/** What went wrong between the page and the server, for all elements. */
export const failures = catalogue('failures', {
  /** Button: repeat what failed. */
  tryAgain: 'Try again',
  /** Button: load the whole page again. */
  reload: 'Reload the page',
  /** Below an error: what the customer reads out to support. {reference} is a short code. */
  reference: 'Reference {reference}',
  /** The browser has no connection. */
  offline: 'No connection',
  offline_text: 'Nothing is lost. Check your connection and try again.',
  /** The server took too long. */
  timeout: 'This is taking too long',
  timeout_text: 'Nothing is lost. You can safely try again.',
  /** The server has a fault of its own. */
  unavailable: 'Something went wrong on our side',
  unavailable_text: 'Nothing is lost. Try again in a moment.',
  /** The server refused to open this. Followed by the reason. */
  refused: 'We can’t open this',
  /** A file of the widget did not load. */
  load_failed: 'This part of the page didn’t load',
  load_failed_text: 'Nothing is lost. Check your connection and try again.',
  /** The sign-in of the customer has ended. */
  sign_in_ended: 'You’re not signed in',
  sign_in_ended_text: 'Your saved answers are still there. Reload the page and sign in to continue.',
  /** Nobody is signed in on the page. */
  subject_token_missing: 'You’re not signed in',
  subject_token_missing_text: 'Sign in to this website, then reload the page.',
  /** The page is not served over https. */
  insecure_page: 'This page isn’t secure',
  insecure_page_text: 'Open it again with an address that starts with https.',
  /** The booking of this clinic is set up wrong. The website has to act. */
  assumption_unmet: 'Online booking isn’t set up correctly for this {clinic} yet',
  assumption_unmet_text: 'Please tell the people who run this website, and mention the reference below.',
  /** The partner's website is set up wrong. The website has to act. */
  setup: 'This page isn’t set up correctly yet',
  setup_text:
    'This isn’t your fault. Please tell the people who run this website, and mention the reference below.',
});
