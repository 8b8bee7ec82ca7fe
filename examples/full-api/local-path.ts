/** The path of this site to open after sign-in. Anything else, another site above all, becomes the front page. */
export function localPath(wanted: unknown): string {
  return typeof wanted === 'string' && /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/.test(wanted) ? wanted : '/';
}
