/** Counts the SQL statements that this process sends to SQLite during a piece of work, begin and commit included. */
import { StatementSync } from 'node:sqlite';

/** The statements of one piece of work. */
export interface Statements {
  /** Every statement's text, in order. */
  texts: string[];
  /** Durable commits: transactions that wrote, and single statements that wrote outside of one. */
  commits: number;
}

const writes = /^\s*(insert|update|delete)/i;

/**
 * Counts the statements of a piece of work.
 * @returns the statements from the start of `work` until it resolved
 */
export async function countStatements(work: () => Promise<unknown>): Promise<Statements> {
  const texts: string[] = [];
  const { all, run } = StatementSync.prototype;
  const counted = <M extends typeof all | typeof run>(method: M): M =>
    function counting(this: StatementSync, ...values: never[]) {
      texts.push(this.sourceSQL);
      return (method as (...given: never[]) => unknown).apply(this, values);
    } as unknown as M;
  StatementSync.prototype.all = counted(all);
  StatementSync.prototype.run = counted(run);
  try {
    await work();
  } finally {
    Object.assign(StatementSync.prototype, { all, run });
  }
  return { texts, commits: commitsIn(texts) };
}

/** Counts the durable commits among statements. */
function commitsIn(texts: string[]): number {
  let commits = 0;
  let wrote: boolean | null = null;
  for (const text of texts)
    if (text.startsWith('begin')) wrote = false;
    else if (text === 'commit' || text === 'rollback') {
      if (text === 'commit' && wrote) commits += 1;
      wrote = null;
    } else if (writes.test(text)) {
      if (wrote === null) commits += 1;
      else wrote = true;
    }
  return commits;
}
