/** The sites' content security policies. Change `always` to your own policy; `widgetPolicy` adds what the widget needs. */
const always = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** For pages without the widget: no inline code, no foreign resources. */
export const pagePolicy = always.join('; ');

/**
 * Creates the content security policy of pages with the widget: it allows scripts from the site's origin, and
 * requests to the server.
 * @param allowed `frameOrigin` is the origin of the hosted page, for <dx-handoff>; `policyNames` are the Trusted Types
 * policies that the page may create, by default all
 */
export function widgetPolicy(
  serverUrl: string,
  { frameOrigin, policyNames }: { frameOrigin?: string; policyNames?: string[] } = {},
): string {
  return [
    ...always,
    "script-src 'self'",
    `connect-src 'self' ${new URL(serverUrl).origin}`,
    ...(frameOrigin ? [`frame-src ${frameOrigin}`] : []),
    "require-trusted-types-for 'script'",
    ...(policyNames ? [`trusted-types ${policyNames.join(' ')}`] : []),
  ].join('; ');
}
