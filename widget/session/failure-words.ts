/** The words of every failure, for all elements. */
import type { Failure, FailureCode } from './failure.ts';

/** One failure in words. */
export interface FailureWords {
  title: string;
  text: string;
  /** What the customer names to support: the id of a request, or the code when the page itself is at fault. */
  reference: string | null;
  /** The label of the only button; null when no press helps. */
  button: string | null;
}

const again = 'Try again';
const reload = 'Reload the page';

type Words = readonly [title: string, text: string, button?: string];

/** The partner has set something up wrong. All of these have the same words. */
type SetupCode =
  | 'browser_not_supported'
  | 'server_missing'
  | 'appointment_id_missing'
  | 'handoff_missing'
  | 'unknown_test_type'
  | 'origin_not_listed'
  | 'blocked_by_policy'
  | 'role_not_allowed'
  | 'flow_not_configured'
  | Extract<FailureCode, `token_${string}` | `frame_${string}`>;

/**
 * A code that is added to `error-codes.ts` needs words here, unless it is a `SetupCode`. `refused` shows the server's
 * own text.
 */
const words: Record<Exclude<FailureCode, SetupCode>, Words> = {
  offline: [
    'No connection',
    'We could not reach the service. Nothing is lost. Check your connection and try again.',
    again,
  ],
  timeout: [
    'This is taking too long',
    'No answer came in time. Nothing is lost, and trying again will not do anything twice.',
    again,
  ],
  unavailable: ['Something went wrong on our side', 'Nothing is lost. Try again in a moment.', again],
  refused: ['This cannot be opened', '', again],
  load_failed: ['This part did not load', 'Nothing is lost. Check your connection and try again.', again],
  sign_in_ended: [
    'You are not signed in',
    'What you entered is kept. Reload the page and sign in to go on.',
    reload,
  ],
  subject_token_missing: ['You are not signed in', 'Sign in to this website, then reload the page.', reload],
  insecure_page: ['This page is not secure', 'This works only on a page served over https.'],
  assumption_unmet: [
    "This clinic's booking is not set up correctly yet.",
    'Trying again does not help. Please contact the clinic and mention the reference below.',
  ],
};

/** @returns the words for the customer; `pressOf` gives the action of the button */
export function failureWords({ code, facts }: Failure): FailureWords {
  const { reference = null } = facts;
  const known = (words as Partial<Record<FailureCode, Words>>)[code];
  if (known === undefined)
    return {
      title: 'This page is not set up correctly yet.',
      text: 'You did nothing wrong. Please tell the provider of this website, and mention the reference below.',
      reference: reference ?? code,
      button: code === 'origin_not_listed' ? again : null,
    };
  const [title, text, button = null] = known;
  return { title, text: text || (facts.title ?? ''), reference, button };
}
