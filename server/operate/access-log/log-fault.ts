/** What a verification of the access log can find. */

/** The faults, each with the words for it after the chain and the number of the record. */
export const faultWords = {
  // Of the log: compared with what a server wrote.
  changed: 'was changed', // The record, or its place among the others.
  missing: 'was removed',
  added: 'was added',
  chain_changed: 'The row of the chain was changed',
  chain_missing: 'A chain before it, or the row of the chain, was removed',
  emptied: 'The log is empty, although there are customers',
  // Of the sink: compared with what a server sent.
  sink_changed: 'was changed in the sink',
  sink_missing: 'is missing in the sink',
  // Of the database, where the sink has more: a record or its whole chain.
  removed: 'was removed from the database',
  replaced: 'is another one in the database',
  // Of the head (head.ts): the log lacks its chain, or its last record.
  head_changed: 'The head was changed, or is of another database',
  head_missing: 'is in the head, and was removed',
  head_replaced: 'is another one in the head',
} as const;

/** A fault of the log, of its sink, or of a head. */
export interface LogFault {
  fault: keyof typeof faultWords;
  /** Null if the fault is of the whole log, or of the head. */
  chain: string | null;
  /** The number of the first bad record; null if the fault is of the chain. */
  seq: number | null;
}
