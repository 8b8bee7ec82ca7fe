/**
 * Checks the size of the built widget: reads Vite's manifest, follows static imports from the loader and from each part
 * of the booking, prints the size of what a page loads, and fails the build when a limit is exceeded. `node widget/build/budgets.ts`
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotli } from './write-release.ts';

/** Sizes as the server serves them, in brotli. A kB is 1000 bytes. */
export interface Limits {
  loaderBytes: number;
  firstStepBytes: number;
  firstStepRequests: number;
  laterStepBytes: number;
  journeyBytes: number;
  appointmentsBytes: number;
  appointmentsRequests: number;
  physicianBytes: number;
  physicianRequests: number;
  handoffBytes: number;
  handoffRequests: number;
}
/**
 * The limits of this widget. Sizes are compressed bytes. They guard against growth: if a simpler source or a dependency
 * as it is needs a little more, raise a limit and write the reason beside it.
 */
export const limits: Limits = {
  // With the outline that it draws before the first module is there. It serves shadow roots with a registry of their own, and
  // says when a policy refuses a module. It keeps what was pressed in the markup of a page.
  // It sends the first request of a booking itself, which saves a round trip.
  loaderBytes: 2_700,
  // Lit with its decorators is a large part of it. A failure names whom to call, on each screen.
  // No element draws under a press. A wrong address of the server has a code of its own, and the page's address can
  // name an appointment to book again. Help is in the same place on each screen, and a prerendered page sends nothing.
  // An element finds out whether the browser lets its forms work. Help is also below a failure before the first view.
  // A look at the first step stores nothing, so the first press says what the page asked for. The step can be on show before
  // its user is known, and then goes on with what was typed.
  // It takes over the first step in the HTML of a page, with what was typed and pressed there.
  // A page that could not open keeps trying, with the failure on show.
  // The loader has a copy of what sends the first request. Every element says that a wait is long.
  // Each element has more contrast for a reader who asks for it.
  // A refusal is on show at a step without fields, and a failure that comes by itself leaves the focus where someone types.
  firstStepBytes: 33_500,
  firstStepRequests: 2,
  // All steps from the customer's details on, with the way to the payment and back. They load while the customer
  // chooses times. Health questions of every kind have one label and one rhythm.
  // The last screen says what to prepare, who canceled, what follows for the payment, and how long a clinic takes.
  // It prints what the customer signed, on paper too. A signature of another name has a button for each way on.
  // The headings of a text of the service are read below those of the screen. A form stays as it was sent while its
  // answer is under way. No text is cut: its error says what to shorten, and near the limit of a long one is a count.
  laterStepBytes: 24_200,
  // Health questions are drawn in each shape that the service may ask: yes and no, a choice, text and a number.
  // Back and Forward follow the customer also where a router draws the page again.
  // With the last screen. The inputs of a row are level, however long their labels are. Lines, dates and columns grow with
  // the size of the text. Fields take what a filler writes without an input event, and no field cuts a text.
  // What can be chosen is on paper.
  journeyBytes: 71_400,
  // With a copy of Lit, of the times and of the session: an element loads in one request. The bar of chosen times opens
  // to a list.
  // It shows what to prepare as the service wrote it, so it sanitizes HTML, and results over time.
  // It shows and prints what the customer signed.
  // As all elements, it keeps trying to open. The headings in what the service wrote are read below its own.
  // With large text the button of the bar has a line of its own. Times in UTC say so. A long wait has words. Results on
  // show follow a correction. A reason is counted and not cut. What can be chosen is on paper. More contrast for a reader
  // who asks for it. A card keeps its focus and what is open in it when others come and go, and nothing takes the focus
  // from the page around it.
  appointmentsBytes: 43_000,
  appointmentsRequests: 1,
  // The patient above every screen, the worklist, and the known clinician as lines. A prerendered page sends nothing.
  // A page that could not open keeps trying. Nothing that is printed has buttons. A long wait has words.
  // Each field has the limit of the server, with an error of its own. More contrast for a reader who asks for it. Its forms
  // have the errors of every form, so a refusal of the server is in the words of the form. A new screen leaves the focus in
  // the chart beside it.
  physicianBytes: 33_200,
  physicianRequests: 1,
  // The frame with the session, the settings and the failures of every element, with the partner's contact. Each element
  // asks who is there when its page comes back on the screen, and draws nothing under a press. Help is at the end of each of
  // its screens. No printed page has buttons. A long wait has words.
  // More contrast for a reader who asks for it. Another page can be asked for wherever there is a link to one.
  handoffBytes: 22_200,
  handoffRequests: 1,
};

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, Chunk>;

/** The size of what one entry or part loads, and its limits. */
export interface Weight {
  name: string;
  files: string[];
  bytes: number;
  limitBytes: number;
  limitRequests: number;
}

const loader = 'widget/loader.ts';
/** A part of the booking that is loaded later, such as `details-steps`. */
const partKey = /^widget\/journey\/([a-z-]+)\.ts$/;
const choiceSteps = 'widget/journey/choice-steps.ts';
const appointments = 'widget/appointments/appointments.ts?appointments';
const physician = 'widget/physician/physician-order.ts?physician';
const handoff = 'widget/handoff/handoff-element.ts?handoff';

/** The chunk and everything it imports statically, directly or through others. */
function closure(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`the build has no ${key}`);
  if (found.has(key)) return found;
  found.add(key);
  for (const next of chunk.imports ?? []) closure(manifest, next, found);
  return found;
}

/**
 * Weighs what a page loads from a build.
 * @param directory the folder of the build, with Vite's manifest
 * @param allowed the limits that the entries name
 * @returns one entry for each part that a page loads, in bytes of brotli
 * @throws Error if the build lacks a file
 */
export function weigh(directory: string, allowed: Limits): Weight[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(directory, '.vite/manifest.json'), 'utf8'));
  const sizeOf = (file: string) => brotli(readFileSync(join(directory, file))).length;
  const weight = (
    name: string,
    keys: Set<string>,
    limitBytes: number,
    limitRequests = Number.POSITIVE_INFINITY,
  ): Weight => {
    const files = [...new Set([...keys].map((key) => manifest[key]?.file ?? key))];
    const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
    return { name, files, bytes, limitBytes, limitRequests };
  };

  const started = closure(manifest, loader);
  const first = new Set(started);
  // The loader loads the element's own chunk next: the first step, which imports the others.
  const elements = manifest[loader]?.dynamicImports ?? [];
  const partsOf = (key: string) => (manifest[key]?.dynamicImports ?? []).filter((next) => partKey.test(next));
  for (const key of elements.filter((key) => partsOf(key).length > 0)) closure(manifest, key, first);
  const loaded = new Set([...first, ...closure(manifest, choiceSteps)]);
  const searched = new Set([...loaded].filter((key) => !first.has(key)));
  // All other parts are loaded after the search.
  const parts = elements.flatMap(partsOf).filter((key) => key !== choiceSteps);
  const later = (part: string) => new Set([...closure(manifest, part)].filter((key) => !loaded.has(key)));
  const journey = new Set([...loaded, ...parts.flatMap((part) => [...later(part)])]);

  return [
    weight('loader', started, allowed.loaderBytes),
    weight('first step', first, allowed.firstStepBytes, allowed.firstStepRequests),
    weight('choice of a clinic', searched, allowed.laterStepBytes),
    ...parts.map((part) => weight(partKey.exec(part)?.[1] ?? part, later(part), allowed.laterStepBytes)),
    weight('whole journey', journey, allowed.journeyBytes),
    weight(
      'appointments',
      closure(manifest, appointments),
      allowed.appointmentsBytes,
      allowed.appointmentsRequests,
    ),
    weight(
      'physician order',
      closure(manifest, physician),
      allowed.physicianBytes,
      allowed.physicianRequests,
    ),
    weight('handoff', closure(manifest, handoff), allowed.handoffBytes, allowed.handoffRequests),
  ];
}

/** Whether size and number of requests are within the limits. */
export const passes = ({ bytes, files, limitBytes, limitRequests }: Weight): boolean =>
  bytes <= limitBytes && files.length <= limitRequests;

function line(weight: Weight): string {
  const { name, bytes, files, limitBytes, limitRequests } = weight;
  const kilobytes = (count: number) => `${(count / 1000).toFixed(1)} kB`.padStart(9);
  const requests = Number.isFinite(limitRequests) ? ` of ${limitRequests}` : '';
  const verdict = passes(weight) ? '' : '  TOO MUCH';
  return `${name.padEnd(20)}${kilobytes(bytes)} of ${kilobytes(limitBytes)}  ${files.length}${requests} requests${verdict}`;
}

if (import.meta.main) {
  const weights = weigh('widget/dist/cdn', limits);
  console.log(weights.map(line).join('\n'));
  process.exitCode = weights.every(passes) ? 0 : 1;
}
