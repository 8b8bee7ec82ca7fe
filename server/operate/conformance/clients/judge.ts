/** Judges what the recorder saw of a client. */

import type { Rule } from '../check.ts';
import { endpoints } from '../endpoints.ts';
import { type Result, wordsOf } from '../suite.ts';
import { NotTried } from '../trial.ts';
import type { Recording } from './recording.ts';

/** @returns a result for each rule */
export function judge(recording: Recording, rules: readonly Rule[]): Result[] {
  const called = [...new Set(recording.exchanges.flatMap(({ endpoint }) => endpoint ?? []))].filter(
    (endpoint) => endpoints.has(endpoint),
  );
  return rules.map(({ run, ...check }) => ({
    check,
    ...outcomeOf(check.level, () => run(recording)),
    left: [],
    endpoints: called,
  }));
}

function outcomeOf(level: Rule['level'], run: () => unknown): Pick<Result, 'outcome' | 'reason' | 'answer'> {
  try {
    const answer = run() ?? null;
    return level === 'TOLD'
      ? { outcome: 'told', reason: null, answer }
      : { outcome: 'held', reason: null, answer: null };
  } catch (error) {
    if (error instanceof NotTried) return { outcome: 'not tried', reason: error.message, answer: null };
    return { outcome: 'differs', reason: wordsOf(error), answer: null };
  }
}
