/** Assertions of checks. Everything else is `node:assert/strict`. */
import { fail, ok } from 'node:assert/strict';
import { type Answer, brief } from './client.ts';
import { NotTried } from './trial.ts';

/** Compares the status and, if there is one, the code of an answer, written as `409 SLOT_UNAVAILABLE`. */
export function answers(answer: Answer, expected: number | string): void {
  const [status, code] = String(expected).split(' ');
  ok(
    String(answer.status) === status && (code === undefined || answer.code === code),
    `expected ${expected}, got ${brief(answer)} ${answer.error?.message ?? ''}`,
  );
}

/** Tries each row of a table, and reports all that fail. */
export async function each<T>(rows: readonly T[], attempt: (row: T) => Promise<void>): Promise<void> {
  const failed: string[] = [];
  for (const row of rows)
    await attempt(row).catch((error: Error) => {
      if (error instanceof NotTried) throw error;
      failed.push(`${JSON.stringify(row)?.slice(0, 200)}: ${error.message}`);
    });
  if (failed.length > 0) fail(`${failed.length} of ${rows.length}: ${failed.slice(0, 5).join('\n')}`);
}

/** @returns the data. @throws with what the service answered, if that is no success */
export async function done<T>(answering: Promise<Answer<T>>): Promise<T> {
  const answer = await answering;
  ok(answer.status < 300, `a step of the booking got ${brief(answer)} ${answer.error?.message}`);
  return answer.data;
}
