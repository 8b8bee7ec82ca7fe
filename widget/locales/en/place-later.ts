import { catalogue } from '../catalogue.ts';

/** The step "place" from the first search on. */
export const placeLater = catalogue('place', {
  /** Error below the ZIP code: the browser has no geolocation. */
  errorPositionUnsupported: 'This browser can’t share your location. Enter a ZIP code instead.',
  /** Error below the ZIP code: the customer or the browser refused to share the position. */
  errorPositionDenied: 'Your browser didn’t share your location. Enter a ZIP code instead.',
});
