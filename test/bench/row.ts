/** One line of the bench's table: a figure with a goal, or a measured fact. */
export interface Row {
  what: string;
  against: string;
  /** The figure as printed, with its spread. */
  measured: string;
  /** What users or operators need. @default none: the row is a fact */
  goal?: string;
  /** What physics, cryptography or the platform costs. @default none */
  floor?: string;
  /** Whether the goal is met. */
  reached?: boolean;
}
