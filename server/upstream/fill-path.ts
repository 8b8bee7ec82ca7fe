/**
 * Fills the `{name}` places of a path, each as one encoded segment. @throws Error for a value that could leave its
 * segment
 */
export function fillPath(template: string, params: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (!value || value === '.' || value === '..') throw new Error(`path parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
}
