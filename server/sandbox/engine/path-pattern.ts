/** Whether a request path fits a pattern in which `*` or `{name}` stands for one segment. */
export function fitsPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => segment === '*' || /^\{.+\}$/.test(segment) || segment === given[at])
  );
}
