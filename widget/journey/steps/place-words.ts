/** The chosen test and its clinic in words. The service may omit any part of the address (GAP-07). */
import type { PlaceView, Summary } from '../../../server/contract/journey-api/views.ts';
import { summary } from '../../texts/english.ts';
import { serviceText, type Words } from '../../ui/marked-text.ts';
import { isTestType, testName } from '../../ui/test-names.ts';

/** @returns the street address, or the city, or "Clinic" */
export function placeName(place: PlaceView): string {
  return place.address_line_1 ?? place.city ?? summary('clinic');
}

/** @returns the address after the name: "Suite 200, Chicago, IL 60601" */
export function placeRest(place: PlaceView): string {
  const town = [place.city, [place.state, place.postal_code].filter(Boolean).join(' ')];
  const rest = place.address_line_1 === null ? town.slice(1) : [place.address_line_2, ...town];
  return rest.filter(Boolean).join(', ');
}

/** Draws the lines of an address. */
export const placeLines = (place: PlaceView): Words[] =>
  [placeName(place), placeRest(place)].filter((line) => line !== '').map(serviceText);

/** Draws the name of a test: the same at every step and in the language of the page. The service's own for any other test. */
export const testLine = ({ name, test_type }: NonNullable<Summary['test']>): Words =>
  name === null || isTestType(test_type) ? testName(test_type) : serviceText(name);
