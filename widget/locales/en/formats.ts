import { catalogue } from '../catalogue.ts';

/** Distances and the like, where `Intl` has no form. */
export const formats = catalogue('formats', {
  /** A distance of less than a tenth of a mile. */
  nearby: 'less than 0.1 miles',
  /** A date and a time of day. */
  moment: '{date}, {time}',
});
