/** Prevents open redirects after sign-in. Copy as it is. */

/**
 * Checks a path to return to, so that a link to the site cannot redirect to another one.
 * @returns the wanted path if it is a plain path of this site, otherwise the front page
 */
export function localPath(wanted: unknown): string {
  return typeof wanted === 'string' && /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/.test(wanted) ? wanted : '/';
}
