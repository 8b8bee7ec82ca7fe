/** The GeoJSON of the event `dx-clinics`. */
import type { Price } from '../../server/contract/journey-api/views.ts';

/** One clinic (RFC 7946). `id` is one of its offerings: `showClinic` takes it. */
export interface ClinicFeature {
  type: 'Feature';
  id: string;
  /** Longitude, then latitude, in degrees. */
  geometry: { type: 'Point'; coordinates: [number, number] };
  properties: {
    name: string;
    address: string;
    distance_miles: number | null;
    /** Null until it is known. */
    price: Price | null;
    /** The next open time at the clinic's own offset; null until it is known, and without one. */
    next_time: string | null;
  };
}

/** The clinics of a search, in the order of the list. */
export interface ClinicFeatures {
  type: 'FeatureCollection';
  features: ClinicFeature[];
}
