/** The assumptions as a server has them: the defaults, with what a file says. */
import {
  type Assumptions,
  createAssumptions,
  type Unmet,
} from '../../server/upstream/assumptions/assumptions.ts';
import { assumptionsFile } from '../../server/upstream/assumptions/schema.ts';

/** @param file what the operator's file says */
export const assumptionsWith = (
  file: object = {},
  onUnmet: (unmet: Unmet, isFirst: boolean) => void = () => {},
): Assumptions => createAssumptions(assumptionsFile.parse(file), onUnmet);
