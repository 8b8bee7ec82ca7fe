/** What the access log needs of a sink. */

/** One line for the sink: JSON, without a line break. */
export type SinkLine = string;

/** Where the records go besides the database. It may get a record twice. */
export interface Sink {
  /**
   * Sends lines, in order.
   * @param id names the batch, so that a receiver can drop a repeated one
   * @returns null if the sink has them; else the reason, without data
   */
  send(id: string, lines: readonly SinkLine[], signal: AbortSignal): Promise<string | null>;
  close(): Promise<void>;
}
