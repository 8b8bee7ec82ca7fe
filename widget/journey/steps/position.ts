/**
 * Asks the browser for the customer's position. @returns the position, or a sentence for the customer when it is
 * unavailable
 */
const timeoutMs = 10_000;

/**
 * Asks the browser for the customer's position.
 * @returns latitude and longitude in degrees, or a sentence for the customer. Never rejects
 */
export function position(): Promise<{ lat: number; lng: number } | string> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) {
      resolve('This browser cannot tell your location. Enter a ZIP code instead.');
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
          refusal.code === refusal.PERMISSION_DENIED
            ? 'Your browser did not share your location. Enter a ZIP code instead.'
            : 'We could not find your location. Enter a ZIP code instead.',
        ),
      { timeout: timeoutMs, maximumAge: 600_000 },
    );
  });
}

/** Rounds to about 100 metres, which is enough to search for places. */
const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000;
