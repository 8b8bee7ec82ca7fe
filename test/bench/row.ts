/** One line of the bench's table. */
export interface Row {
  what: string;
  against: string;
  /** The figure as printed, with its spread. */
  measured: string;
  goal: string;
  /** What physics, cryptography or the platform costs. @default none */
  floor?: string;
  reached: boolean;
}
