/** The properties of `<dx-booking>`. */
import type { PropertyDeclarations } from 'lit';

/** The properties of the element that say what the page asks for. */
export const intents = [
  'testTypes',
  'zip',
  'position',
  'locations',
  'offerings',
  'radiusMiles',
  'noAlternates',
] as const;

/** The properties of `<dx-booking>`, as Lit declares them. */
export const bookingProperties: PropertyDeclarations = {
  testTypes: { attribute: 'test-types' },
  zip: {},
  position: {},
  locations: {},
  offerings: {},
  radiusMiles: { attribute: 'radius-miles', type: Number },
  noAlternates: { attribute: 'no-alternates', type: Boolean },
  noHistory: { attribute: 'no-history', type: Boolean },
  askingStartOver: { state: true },
};
