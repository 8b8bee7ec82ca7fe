/**
 * Fills the places of texts, such as `{name}`.
 * @param texts strings in any structure
 * @returns a copy of the structure
 * @throws Error if a place has no value
 */
export function fillPlaces<Texts>(texts: Texts, values: Readonly<Record<string, unknown>>): Texts {
  const fill = (_: string, value: unknown) =>
    typeof value !== 'string'
      ? value
      : value.replace(/\{(\w+)\}/g, (place, name: string) => {
          const text = values[name];
          if (text === undefined) throw new Error(`no value for ${place}`);
          return String(text);
        });
  return JSON.parse(JSON.stringify(texts), fill);
}
