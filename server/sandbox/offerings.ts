/** Finds offerings and their free times (DISC-43, SCH-12, GAP-14). */
import { type CatalogLocation, type CatalogOffering, catalog } from './catalog/catalog.ts';
import { availableDates } from './catalog/schedule.ts';
import { ApiError } from './engine/api-error.ts';
import type { State } from './state.ts';

/** An offering and its location. */
export interface Offered {
  location: CatalogLocation;
  offering: CatalogOffering;
}

const byPair = new Map<string, Offered>(
  catalog.flatMap((location) =>
    location.offerings.map((offering) => [
      `${offering.catalog_id} ${offering.offering_id}`,
      { location, offering },
    ]),
  ),
);

/**
 * Finds an offering of the catalog.
 * @throws ApiError 404 if the pair of ids does not exist
 */
export function findOffering(catalogId: string, offeringId: string): Offered {
  const offered = byPair.get(`${catalogId} ${offeringId}`);
  if (offered === undefined) throw new ApiError(404, 'No such offering at this location.');
  return offered;
}

/**
 * Lists the seeded `available_dates` without the slots that were taken since. Omits days that have no time left.
 * @throws ApiError 503 if the offering has no calendar
 */
export function freeDates(state: State, { location, offering }: Offered, now: Date) {
  if (offering.traits.includes('calendar_unavailable'))
    throw new ApiError(503, 'The availability calendar is unavailable.');
  return availableDates(offering, location, now)
    .map((day) => ({
      ...day,
      available_times: day.available_times.filter(
        ({ available_time }) => !state.takenSlots.has(slotName(offering.offering_id, available_time)),
      ),
    }))
    .filter((day) => day.available_times.length > 0);
}

/**
 * Makes the key of a slot in `takenSlots`.
 * @param availableTime the exact text of `available_time` in the schedule
 */
export function slotName(offeringId: string, availableTime: string): string {
  return `${offeringId} ${availableTime}`;
}
