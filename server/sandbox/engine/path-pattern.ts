/**
 * Returns whether a request path matches a pattern in which `*` or `{name}` matches exactly one segment: the syntax of
 * the control plane's faults and disabled endpoints. URLPattern and path-to-regexp give both signs another meaning.
 */
export function fitsPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const segments = path.split('/');
  return (
    wanted.length === segments.length &&
    wanted.every((segment, at) => segment === '*' || /^\{.+\}$/.test(segment) || segment === segments[at])
  );
}
