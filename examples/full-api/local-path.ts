/** A path of this site to go on to after sign-in; the front page for anything else, other sites above all. */
export function localPath(wanted: unknown): string {
  return typeof wanted === 'string' && /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/.test(wanted) ? wanted : '/';
}
