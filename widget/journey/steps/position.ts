/** Where the customer is, asked of the browser only when they press for it; a sentence when it cannot be known. */
const timeoutMs = 10_000;

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

/** About a hundred metres, which is as much as a search for places needs. */
const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000;
