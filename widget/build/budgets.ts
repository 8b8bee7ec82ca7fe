/**
 * Checks the size of the built widget: reads Vite's manifest, follows static imports from the loader and from each part
 * of the booking, prints the size of what a page loads, and fails the build when a limit is exceeded. `node widget/build/budgets.ts`
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotli } from './write-release.ts';

/**
 * The limits of this widget. Sizes are compressed bytes. They guard against growth: if a simpler source or a dependency
 * as it is needs a little more, raise a limit and replace the reason above it.
 */
export const limits = {
  // It draws an outline, keeps what is pressed in a page's markup, and sends the first request, which saves a round trip.
  loaderBytes: 2_700,
  // Lit with its decorators, the session, the failures with their words, and the take-over of a first step in the page.
  firstStepBytes: 34_100,
  firstStepRequests: 2,
  // The largest part has all steps from the customer's details on. It loads while the customer chooses times.
  laterStepBytes: 24_400,
  // With the last screen, and health questions in each shape that the service may ask.
  journeyBytes: 72_600,
  // With its own copy of Lit, of the session and of the times, what cleans the HTML of the service, results and consents.
  appointmentsBytes: 44_000,
  appointmentsRequests: 1,
  // With its own copy of Lit and of the session, the worklist, and the forms of an order with their errors and the states.
  physicianBytes: 35_600,
  physicianRequests: 1,
  // With its own copy of Lit and of the session. The page in the frame is not counted: it comes from the service.
  handoffBytes: 22_700,
  handoffRequests: 1,
};
/** Sizes as the server serves them, in brotli. A kB is 1000 bytes. */
export type Limits = typeof limits;

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
