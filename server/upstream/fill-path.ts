/** Fills a path's `{name}` places, each as one encoded segment; a value that could climb out of its segment is refused. */
export function fillPath(template: string, params: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (!value || value === '.' || value === '..') throw new Error(`path parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
}
