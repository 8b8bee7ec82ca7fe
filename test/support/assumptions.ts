/** The assumptions of a server: the defaults, merged with a file. */
import {
  type Assumptions,
  createAssumptions,
  type Unmet,
} from '../../server/upstream/assumptions/assumptions.ts';
import { assumptionsFile } from '../../server/upstream/assumptions/schema.ts';

/** @param file the operator's file */
export const assumptionsWith = (
  file: object = {},
  onUnmet: (unmet: Unmet, isFirst: boolean) => void = () => {},
): Assumptions => createAssumptions(assumptionsFile.parse(file), onUnmet);
