import { place } from '../../texts/english.ts';

const timeoutMs = 10_000;

/**
 * Asks the browser for the customer's position.
 * @returns latitude and longitude in degrees, rounded to a thousandth, or a sentence for the customer. Never rejects
 */
export function position(): Promise<{ lat: number; lng: number } | string> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) {
      resolve(place('errorPositionUnsupported'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          lat: rounded(coords.latitude),
          lng: rounded(coords.longitude),
        }),
      (refusal) =>
        resolve(
          refusal.code === refusal.PERMISSION_DENIED ? place('errorPositionDenied') : place('errorPosition'),
        ),
      { timeout: timeoutMs, maximumAge: 600_000 },
    );
  });
}

/** Rounds to about 100 metres, which is enough to search for places. */
const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000;
