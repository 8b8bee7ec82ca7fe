/** The tests that the conformance report names. A test checks that each of them exists. */

/** A test by its file and its title. */
export interface Proof {
  file: string;
  title: string;
}

const proof = (file: string, title: string): Proof => ({ file, title });
const usable = 'test/widget/gallery-usable.browser.test.ts';

/** By what each one shows. */
export const proofs = {
  axe: proof('test/widget/gallery.browser.test.ts', 'the gallery'),
  reflow: proof(usable, 'fits 320 CSS pixels without scrolling sideways'),
  spacing: proof(usable, 'loses nothing with the text spacing of WCAG 1.4.12'),
  size: proof(usable, 'loses nothing with text of twice the size'),
  target: proof(usable, 'has targets of at least 24 by 24 CSS pixels'),
  name: proof(usable, 'names each control by what it shows'),
  motion: proof(usable, 'moves nothing under reduced motion'),
  forced: proof(usable, 'keeps the edge of each control in forced colors'),
  focus: proof(usable, 'shows the focus of each control, and covers none that has it'),
  keyboard: proof(
    'test/e2e/keyboard.test.ts',
    'a customer books CALST, which has every step, by keyboard only while tokens expire',
  ),
  heading: proof(
    'test/widget/booking.browser.test.ts',
    'neither takes the focus nor scrolls on load, and moves it to the heading when the step changes',
  ),
  headings: proof(
    'test/widget/steps-accessible.browser.test.ts',
    'fits the page, and its heading takes the focus',
  ),
  press: proof(
    'test/widget/booking-history.browser.test.ts',
    'takes the focus when a press inside the element focused an ancestor of it',
  ),
  order: proof(
    'test/widget/steps-health.browser.test.ts',
    'renders sections, fields and options in the order given, with copy unchanged',
  ),
  autofill: proof('test/widget/steps-person.browser.test.ts', 'has the autofill tokens of the browser'),
  contrast: proof(
    'test/widget/palette.browser.test.ts',
    'is readable with each of 200 accents, in light and dark',
  ),
  edges: proof(
    'test/widget/palette.browser.test.ts',
    'takes the text from the surface, and keeps an edge visible that the partner sets too pale',
  ),
  colour: proof('test/widget/steps-end.browser.test.ts', 'marks the present in words, not only by colour'),
  idle: proof(
    'test/widget/user-idle.browser.test.ts',
    'warns with the remaining time, and stays after one press',
  ),
  signedOut: proof(
    'test/widget/booking.browser.test.ts',
    'shows that the sign-in has ended, and continues with a new user token',
  ),
  drafts: proof('test/widget/steps-person.browser.test.ts', 'restores everything that was typed'),
  language: proof('test/widget/languages.browser.test.ts', 'is that of its `lang`'),
  direction: proof('test/widget/languages.browser.test.ts', 'decides the direction'),
  service: proof(
    'test/widget/steps-person.browser.test.ts',
    'uses its own words for a code of the server, and marks a sentence of the service as English',
  ),
  errors: proof('test/widget/steps-person.browser.test.ts', 'links from the summary to the field'),
  onLeave: proof(
    'test/widget/steps-person.browser.test.ts',
    'shows no error while typing, and shows it when the field is left',
  ),
  reviewed: proof(
    'test/widget/steps-health.browser.test.ts',
    'shows the answers before it sends them with the words of the service, and leads back to each',
  ),
  payment: proof(
    'test/widget/steps-end.browser.test.ts',
    'names the amount on its button, and what happens to the money',
  ),
  change: proof(
    'test/widget/steps-end.browser.test.ts',
    'has a way to change each thing that can be changed',
  ),
  once: proof(
    'test/widget/steps-health.browser.test.ts',
    'shows the date of birth of the profile as a line that is changed in the details',
  ),
  known: proof(
    'test/e2e/known-customer.test.ts',
    'a known customer books DEXA with few presses, and confirms the details with one',
  ),
  status: proof(
    'test/widget/steps-end.browser.test.ts',
    'turns into the appointment, says so once, and keeps the focus',
  ),
  live: proof(
    'test/widget/booking-life.browser.test.ts',
    'follows a sent request by the live stream, and says when it is confirmed',
  ),
  history: proof(
    'test/hosts/back-and-forward.test.ts',
    'goes back and forward one step, and Forward never goes back',
  ),
  pressed: proof('test/e2e/no-press-lost.test.ts', 'one press is enough on each form after a correction'),
  bar: proof(
    'test/widget/steps-times.browser.test.ts',
    'does not cover the day, the date or the time that has the focus',
  ),
  zip: proof(
    'test/booking/journey/prefill.test.ts',
    'searches near the ZIP code that the partner or the last booking knows',
  ),
  dialog: proof(
    'test/widget/ui.browser.test.ts',
    'keeps the scroll position of each text and restores the focus',
  ),
} satisfies Record<string, Proof>;
export type ProofName = keyof typeof proofs;
