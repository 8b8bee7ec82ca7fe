/** The words for the status of an appointment: defaults, an operator's words, and unknown ones. */
import { expect, it } from 'vitest';
import { specifiedStatus } from '../../server/upstream/appointments/status-words.ts';
import { createAssumptions, type Unmet } from '../../server/upstream/assumptions/assumptions.ts';
import { assumptionsFile } from '../../server/upstream/assumptions/schema.ts';

function read(status: string, statusWords: object = {}) {
  const unmet: Unmet[] = [];
  const values = assumptionsFile.parse({ appointment: { statusWords } });
  const word = specifiedStatus(
    status,
    createAssumptions(values, (each) => void unmet.push(each)),
  );
  return { word, unmet };
}

it.each([
  ['unscheduled', 'pending_scheduling'],
  ['requested', 'pending_confirmation'],
  ['confirmed', 'confirmed'],
  ['canceled', 'canceled'],
  ['refunded', 'refunded'],
  ['noShow', 'no_show'],
  ['resultsInProgress', 'results_in_progress'],
  ['resultsReady', 'results_ready'],
  ['completed', 'completed'],
])('reads a word of the entry for %s as %s [GAP-53]', (meaning, specified) => {
  expect(read('On_The_Shelf', { [meaning]: ['on_the_shelf'] })).toEqual({ word: specified, unmet: [] });
});

it.each(['requested', 'rescheduled', 'CONFIRMED', 'noShow', 'pending_scheduling'])(
  'keeps the default word %s [GAP-55]',
  (status) => {
    expect(read(status)).toEqual({ word: status, unmet: [] });
  },
);

it('moves a default word to the meaning that the file gives it', () => {
  const words = { resultsInProgress: ['completed'], completed: { replace: ['finished'] } };
  expect(read('completed', words).word).toBe('results_in_progress');
  expect(read('finished', words).word).toBe('completed');
});

it('keeps an unknown word, and reports it without the word [GAP-54]', () => {
  const { word, unmet } = read('on_hold');
  expect(word).toBe('on_hold');
  expect(unmet).toEqual([
    { entry: 'appointment.statusWords.confirmed', path: 'appointment.status', keys: [] },
  ]);
});
