/** One line of the bench's table. */
export interface Row {
  what: string;
  against: string;
  /** The figure as printed, with its spread. */
  measured: string;
  goal: string;
  reached: boolean;
}
