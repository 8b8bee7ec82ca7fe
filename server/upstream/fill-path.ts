/**
 * Fills the `{name}` places of a path, each as one percent-encoded segment.
 * @throws Error if a value is missing, empty, `.` or `..`, which could leave its segment
 */
export function fillPath(template: string, params: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (!value || value === '.' || value === '..') throw new Error(`path parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
}

/** The query of a request; undefined values are left out. */
export type Query = Record<string, string | number | undefined>;

/**
 * Makes the query of a URL, with its leading `?`. Percent-encodes each value: a `+` in a time would arrive as a space
 * (T02).
 * @returns '' without a value
 */
export function queryText(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return params.size === 0 ? '' : `?${params}`;
}
