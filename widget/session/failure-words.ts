/** The words of every failure and refusal, for all elements. */
import type { ProblemBody } from '../../server/contract/problem.ts';
import { catalogue } from '../texts/catalogue.ts';
import { failures } from '../texts/english.ts';
import type { SayProblem } from '../texts/problem-texts.ts';
import type { Failure, FailureCode } from './failure.ts';

/** One failure in words. */
export interface FailureWords {
  title: string;
  text: string;
  /** The reference for support: the id of a request, or the code when the page itself is at fault. */
  reference: string | null;
  /** The label of the only button; null when no press helps. */
  button: string | null;
}

/** The partner has set something up wrong. All of these share their words. */
type SetupCode =
  | 'browser_not_supported'
  | 'server_missing'
  | 'server_not_found'
  | 'public_url_differs'
  | 'appointment_id_missing'
  | 'handoff_missing'
  | 'attribute_refused'
  | 'origin_not_listed'
  | 'fetch_changed'
  | 'blocked_by_policy'
  | 'role_not_allowed'
  | 'flow_not_configured'
  | Extract<FailureCode, `token_${string}` | `frame_${string}`>;

type Button = 'tryAgain' | 'reload' | null;

/** The button of each code. A code that is added to `error-codes.ts` needs words, unless it is a `SetupCode`. */
const buttons: Record<Exclude<FailureCode, SetupCode>, Button> = {
  offline: 'tryAgain',
  timeout: 'tryAgain',
  unavailable: 'tryAgain',
  refused: 'tryAgain',
  load_failed: 'tryAgain',
  sign_in_ended: 'reload',
  subject_token_missing: 'reload',
  insecure_page: null,
  assumption_unmet: null,
  upstream_unreadable: null,
};

/**
 * @param keepsTrying whether the page tries by itself as well. @default false
 * @returns the words for the customer; `pressOf` gives the action of the button
 */
export function failureWords({ code, facts }: Failure, keepsTrying = false): FailureWords {
  const { reference = null } = facts;
  if (!Object.hasOwn(buttons, code))
    return {
      title: failures('setup'),
      text: failures('setup_text'),
      reference: reference ?? code,
      button: code === 'origin_not_listed' || code === 'server_not_found' ? failures('tryAgain') : null,
    };
  const known = code as keyof typeof buttons;
  const button = buttons[known];
  return {
    title: failures(known),
    text: keepsTrying
      ? failures('keepsTrying')
      : known === 'refused'
        ? problemWords(facts.problem)
        : failures(`${known}_text`),
    reference,
    button: button && failures(button),
  };
}

/** Null until the first refusal: most customers need none of these words. */
let problems: SayProblem | null = null;

/** Loads the words for refusals. Never rejects. */
export async function loadProblemWords(): Promise<void> {
  const module = await import('../texts/problem-texts.ts').catch(() => null);
  problems ??= module && catalogue('problems', module.problemTexts);
}

/**
 * Words for the code of a refusal; general ones if those did not load.
 * @param code of `contract/problem-codes.ts`, or one of a newer server
 */
export function problemWords(code: ProblemBody['code'] | undefined): string {
  if (problems === null) return failures('unavailable_text');
  return problems(code !== undefined && problems.has(code) ? code : 'other');
}
