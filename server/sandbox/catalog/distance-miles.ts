/** Great-circle distances, for `distance_miles` and `radius_miles` (Location; DISC-11, LIM-04). */
const earthRadiusMiles = 3958.8;

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/**
 * Computes the distance between two positions in degrees.
 * @returns miles
 */
export function distanceMiles(from: Point, to: Point): number {
  const lat1 = radians(from.lat);
  const lat2 = radians(to.lat);
  const halfChord =
    Math.sin((lat2 - lat1) / 2) ** 2 +
    Math.cos(lat1) * Math.cos(lat2) * Math.sin(radians(to.lng - from.lng) / 2) ** 2;
  // At antipodes, rounding can make the square root slightly greater than 1, for which asin is NaN.
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(halfChord)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
