/** What every element says of a failure, in plain second person. */
import type { Failure } from './failure.ts';

/** One failure in words. */
export interface FailureWords {
  title: string;
  text: string;
  /** What the customer names to support: the id of a request, or the code where the page itself is at fault. */
  reference: string | null;
  /** The label of the only button; null where no press helps. */
  button: string | null;
}

/** @returns the words for the customer; the element adds the button's action: the same request again, or a reload */
export function failureWords({ code, facts }: Failure): FailureWords {
  const { reference = null } = facts;
  const again = (title: string, text: string): FailureWords => ({
    title,
    text,
    reference,
    button: 'Try again',
  });
  switch (code) {
    case 'offline':
      return again(
        'No connection',
        'We could not reach the service. Nothing is lost. Check your connection and try again.',
      );
    case 'timeout':
      return again(
        'This is taking too long',
        'No answer came in time. Nothing is lost, and trying again will not do anything twice.',
      );
    case 'unavailable':
      return again('Something went wrong on our side', 'Nothing is lost. Try again in a moment.');
    case 'refused':
      return again('This cannot be opened', facts.title ?? '');
    case 'load_failed':
      return again('This part did not load', 'Nothing is lost. Check your connection and try again.');
    case 'sign_in_ended':
    case 'subject_token_missing':
      return {
        title: 'You are not signed in',
        text:
          code === 'sign_in_ended'
            ? 'What you entered is kept. Reload the page and sign in to go on.'
            : 'Sign in to this website, then reload the page.',
        reference: null,
        button: 'Reload the page',
      };
    case 'insecure_page':
      return {
        title: 'This page is not secure',
        text: 'This works only on a page served over https.',
        reference: null,
        button: null,
      };
    case 'assumption_unmet':
      return {
        title: "This clinic's booking is not set up correctly yet.",
        text: 'Trying again does not help. Please contact the clinic and mention the reference below.',
        reference,
        button: null,
      };
    default:
      return {
        title: 'This page is not set up correctly yet.',
        text: 'You did nothing wrong. Please tell the provider of this website, and mention the reference below.',
        reference: reference ?? code,
        button: code === 'origin_not_listed' ? 'Try again' : null,
      };
  }
}
