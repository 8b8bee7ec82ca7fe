/** @returns the address of a map of a place; it names the place, and nothing about the customer */
export const mapAddress = (place: string): string =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`;
