/** What a verification of the access log can find. */

/** A fault of the log, of its sink, or of a head (head.ts). */
export interface LogFault {
  /**
   * Of the log:
   * - `changed`: the record, or its place among the others, is not what a server wrote.
   * - `missing`: the record was removed.
   * - `added`: no server wrote the record.
   * - `chain_changed`: the row of the chain is not what a server wrote.
   * - `chain_missing`: a chain was removed. `chain` is the one after it.
   * - `emptied`: there is no chain, although there are customers.
   *
   * Of the sink:
   * - `sink_changed`: the record of the sink is not what a server wrote.
   * - `sink_missing`: the sink lacks a record that it got.
   *
   * Of the database, where the sink has more:
   * - `removed`: the database lacks a record that the sink has, or its whole chain.
   * - `replaced`: the database has another record in its place.
   *
   * Of the head:
   * - `head_changed`: no server of this database wrote the head.
   * - `head_missing`: the log lacks the chain of the head, or its last record.
   * - `head_replaced`: the log has another record in its place.
   */
  fault:
    | 'changed'
    | 'missing'
    | 'added'
    | 'chain_changed'
    | 'chain_missing'
    | 'emptied'
    | 'sink_changed'
    | 'sink_missing'
    | 'removed'
    | 'replaced'
    | 'head_changed'
    | 'head_missing'
    | 'head_replaced';
  /** Null if the fault is of the whole log, or of the head. */
  chain: string | null;
  /** The number of the first bad record; null if the fault is of the chain. */
  seq: number | null;
}
