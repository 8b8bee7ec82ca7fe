/**
 * Reports a failure to the partner: one event, and one warning on the console when the partner has to change
 * something.
 */
import type { Failure, FailureCode } from '../session/failure.ts';
import { emit } from './public-events.ts';
import type { SharedDetails } from './public-types.ts';

/** These pass, or end with the customer's own action. */
const quiet: readonly FailureCode[] = ['offline', 'timeout', 'unavailable', 'refused'];

const warned = new WeakMap<Element, Set<FailureCode>>();

/**
 * Fires `dx-error` from `element` with `{ code, problem?, reference?, status? }`. The first time that the element fails
 * with a code that the partner has to act on, it also writes one `console.warn` that says what to change.
 */
export function reportFailure(element: Element, { code, facts }: Failure): void {
  const { problem, reference, status, detail } = facts;
  const event: SharedDetails['dx-error'] = {
    code,
    ...(problem && { problem }),
    ...(reference && { reference }),
    ...(status && { status }),
  };
  emit(element, 'dx-error', event);
  const known = warned.get(element) ?? new Set();
  // A server that was never reached has a detail, and a user token that the server refused has a reference.
  const isQuiet = code === 'sign_in_ended' ? !reference : quiet.includes(code) && detail === undefined;
  if (isQuiet || known.has(code)) return;
  warned.set(element, known.add(code));
  void warn(element.localName, code, detail ?? (reference && `reference ${reference}`));
}

/** Loads the words now. If they do not load, the code leads to them in the documentation. */
async function warn(tag: string, code: FailureCode, detail = ''): Promise<void> {
  const words = await import('../session/error-codes.ts').then(
    ({ errorCodes }) => `${errorCodes[code].meaning} ${errorCodes[code].partner}`,
    () => '',
  );
  console.warn([`<${tag}> ${code}:`, words, detail && `(${detail})`].filter(Boolean).join(' '));
}
