/** One state of a step. */
import type { Draft } from '../../../server/contract/journey-api/answers.ts';
import type { JourneyView, OfferingPreview, Shows } from '../../../server/contract/journey-api/views.ts';
import type { ProblemBody } from '../../../server/contract/problem.ts';

/** What a step shows, and how it was left. */
export interface State {
  shows: Shows;
  view?: Partial<JourneyView>;
  draft?: Draft;
  busy?: boolean;
  /** What the server says of the offerings in view. @default nothing */
  previews?: (offerings: string[]) => OfferingPreview[];
  problem?: ProblemBody;
  /** Press the primary button first, to see what is wrong. */
  submit?: boolean;
}
