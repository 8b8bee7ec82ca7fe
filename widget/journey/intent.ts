/** Reads the request of the page for a booking from the attributes of `<dx-booking>`, in the form of the server. */

import type { OpenJourney } from '../../server/contract/journey-api/answers.ts';
import { againParameter } from '../visit/again.ts';

interface Intent extends Record<'testTypes' | 'zip' | 'position' | 'locations' | 'offerings', string> {
  radiusMiles: number;
  noAlternates: boolean;
}

/**
 * Reads the request that opens the booking. A ZIP code replaces a position. Empty texts, a radius of 0 and a position
 * that does not begin with two numbers are left out. The page's address can name an appointment to book again.
 * @param intent lists separated by commas, and `position` as `latitude,longitude` in degrees
 */
export function openingOf(intent: Intent): OpenJourney {
  const test_types = listOf(intent.testTypes) as NonNullable<OpenJourney['test_types']>;
  const locations = listOf(intent.locations);
  const offerings = listOf(intent.offerings);
  const zip = intent.zip.trim();
  const [lat, lng] = listOf(intent.position).map(Number);
  const again = new URLSearchParams(globalThis.location?.search).get(againParameter);
  const hasPosition = lat !== undefined && lng !== undefined && !Number.isNaN(lat + lng);
  return {
    ...(test_types.length > 0 ? { test_types } : {}),
    ...(intent.noAlternates ? { alternates: false } : {}),
    ...(zip === '' ? hasPosition && { near: { lat, lng } } : { near: { zip } }),
    ...(locations.length > 0 ? { locations } : {}),
    ...(offerings.length > 0 ? { offerings } : {}),
    ...(intent.radiusMiles > 0 ? { radius_miles: intent.radiusMiles } : {}),
    ...(again ? { again } : {}),
  };
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Removes the appointment to book again from the address of the page, so that a reload books nothing. */
export function forgetAgain(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has(againParameter)) return;
  url.searchParams.delete(againParameter);
  history.replaceState(history.state, '', url);
}
