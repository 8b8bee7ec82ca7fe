/** The budgets count what a page loads, and can fail. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limits, passes, weigh } from '../../widget/build/budgets.ts';
import { folderOfFile } from '../support/folders.ts';

const directory = folderOfFile();

function build(
  chunks: Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>,
): void {
  mkdirSync(join(directory, '.vite'), { recursive: true });
  writeFileSync(join(directory, '.vite/manifest.json'), JSON.stringify(chunks));
  for (const { file } of Object.values(chunks)) writeFileSync(join(directory, file), file.repeat(50));
}

const later = 'widget/journey/details-steps.ts';
const times = 'widget/journey/times-steps.ts';
const choiceSteps = 'widget/journey/choice-steps.ts';
const appointments = 'widget/appointments/appointments.ts?appointments';
const physician = 'widget/physician/physician-order.ts?physician';
const handoff = 'widget/handoff/handoff-element.ts?handoff';
const chunks = {
  'widget/loader.ts': {
    file: 'loader.js',
    dynamicImports: ['_booking.js', appointments, physician, handoff],
  },
  '_booking.js': { file: 'booking.js', imports: ['_lit.js'], dynamicImports: [choiceSteps, later, times] },
  '_lit.js': { file: 'lit.js' },
  [choiceSteps]: { file: 'choice-steps.js', imports: ['_booking.js'] },
  [later]: { file: 'later.js', imports: ['_booking.js', choiceSteps] },
  [times]: { file: 'times.js', imports: ['_booking.js', '_calendar.js'] },
  '_calendar.js': { file: 'calendar.js', imports: ['_lit.js'] },
  [appointments]: { file: 'appointments.js' },
  [physician]: { file: 'physician.js' },
  [handoff]: { file: 'handoff.js' },
};

describe('the budgets', () => {
  it('count everything that static imports load, and each file only once', () => {
    build(chunks);
    const files = Object.fromEntries(weigh(directory, limits).map(({ name, files }) => [name, files]));
    expect(files).toEqual({
      loader: ['loader.js'],
      'first step': ['loader.js', 'booking.js', 'lit.js'],
      'choice of a clinic': ['choice-steps.js'],
      'details-steps': ['later.js'],
      'times-steps': ['times.js', 'calendar.js'],
      'whole journey': [
        'loader.js',
        'booking.js',
        'lit.js',
        'choice-steps.js',
        'later.js',
        'times.js',
        'calendar.js',
      ],
      appointments: ['appointments.js'],
      'physician order': ['physician.js'],
      handoff: ['handoff.js'],
    });
  });

  it('fail when the first step needs one request too many', () => {
    build(chunks);
    expect(weigh(directory, limits).filter((weight) => !passes(weight))).toMatchObject([
      { name: 'first step' },
    ]);
  });

  it('fail when the handoff shares a chunk with the journey', () => {
    build({ ...chunks, [handoff]: { file: 'handoff.js', imports: ['_lit.js'] } });
    const allowed = { ...limits, firstStepRequests: 9 };
    expect(weigh(directory, allowed).filter((weight) => !passes(weight))).toMatchObject([
      { name: 'handoff' },
    ]);
  });

  it.each([
    'loaderBytes',
    'firstStepBytes',
    'laterStepBytes',
    'journeyBytes',
    'appointmentsBytes',
    'handoffBytes',
  ] as const)('fail when %s is below the built size', (limit) => {
    build(chunks);
    const allowed = { ...limits, firstStepRequests: 9 };
    expect(weigh(directory, allowed).every(passes)).toBe(true);
    expect(weigh(directory, { ...allowed, [limit]: 10 }).every(passes)).toBe(false);
  });
});
