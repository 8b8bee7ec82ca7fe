/**
 * Checks whether the server can show all text of a consent bundle, with link texts and markup (CONS-06..CONS-13,
 * GAP-17..GAP-19).
 */
import type { ConsentBundle } from '../../contract/upstream-api/consent.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { text } from '../../upstream/assumptions/kinds.ts';
import type { AssumptionName } from '../../upstream/assumptions/schema.ts';
import { consentCopy } from '../../upstream/consent/copy.ts';
import type { Guesses } from './guess/guess.ts';
import { guessConsent, looksLikeHtml } from './guess/guess-consent.ts';
import type { Learning } from './learning.ts';

const path = 'consent_bundle.template.content.decisions';
const isPlain = (format: string) => /^(text|plain|text\/plain)$/i.test(format);

/** Compares the text of a bundle with the assumptions, and records the result and its guesses in `learning`. */
export function compareConsent(learning: Learning, bundle: ConsentBundle): void {
  const testType = bundle.template.canonical_test_type;
  const guesses = () => guessConsent(bundle, learning.values());
  learning.compare(
    `the text of the consent for ${testType}`,
    (assumptions) => readStrictly(bundle, assumptions, guesses()),
    guesses(),
  );
}

/**
 * Reads the bundle as the server does. Also requires parts that the server treats as optional if the bundle seems to
 * have them.
 */
function readStrictly(bundle: ConsentBundle, assumptions: Assumptions, guesses: Guesses): void {
  const { decisions } = consentCopy(bundle, assumptions);
  const given = bundle.template.content.decisions;
  const isLikely = (entry: AssumptionName) => (guesses[entry]?.().names.length ?? 0) > 0;
  if (decisions.every(({ link }) => link === null) && isLikely('consent.decisionKeys.link'))
    assumptions.unmet('consent.decisionKeys.link', path, given);
  // Without ids the server relies on the order of the items, so ids are better.
  const isNamed = (item: object) => assumptions.look('consent.decisionKeys.id', text, item).state === 'found';
  if (!given.some(isNamed) && isLikely('consent.decisionKeys.id'))
    assumptions.unmet('consent.decisionKeys.id', path, given);
  for (const [place, item] of given.entries()) {
    const found = assumptions.look('consent.decisionKeys.format', text, item);
    const format = found.state === 'found' ? found.value : null;
    const isMarkup = looksLikeHtml(decisions[place]?.detail ?? '');
    if (format === null && isMarkup) assumptions.unmet('consent.decisionKeys.format', path, item);
    if (format !== null && !isPlain(format) && !assumptions.has('consent.htmlFormats', format))
      assumptions.unmet('consent.htmlFormats', path, item);
  }
}
