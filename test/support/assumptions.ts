/** The assumptions of a server: the defaults, merged with a file. */
import {
  type Assumptions,
  createAssumptions,
  type OnUnmet,
} from '../../server/upstream/assumptions/assumptions.ts';
import { assumptionsFile } from '../../server/upstream/assumptions/schema.ts';

/**
 * Creates assumptions: the defaults, with the entries of a file.
 * @param file the operator's file, parsed. @default none
 */
export const assumptionsWith = (file: object = {}, onUnmet: OnUnmet = () => {}): Assumptions =>
  createAssumptions(assumptionsFile.parse(file), onUnmet);
