/** A clinic in words. The service may omit any part of the address (GAP-07). */
import type { PlaceView } from '../../../server/contract/journey-api/views.ts';
import { place as words } from '../../locales/en/place.ts';

/** @returns the street address, or the city, or "Clinic" */
export function placeName(place: PlaceView): string {
  return place.address_line_1 ?? place.city ?? words('unnamed');
}

/** @returns the address after the name: "Suite 200, Chicago, IL 60601" */
export function placeRest(place: PlaceView): string {
  const town = [place.city, [place.state, place.postal_code].filter(Boolean).join(' ')];
  const rest = place.address_line_1 === null ? town.slice(1) : [place.address_line_2, ...town];
  return rest.filter(Boolean).join(', ');
}
