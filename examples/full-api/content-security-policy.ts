/** The clinic's content security policies. Change `always` to your own policy; `bookingPolicy` adds what the widget needs. */
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
 * Creates the content security policy of pages with the widget: it allows scripts from the clinic's origin, and
 * requests to the server.
 * @param policyNames the Trusted Types policies that the page may create. @default all
 */
export function bookingPolicy(serverUrl: string, policyNames: string[] = []): string {
  return [
    ...always,
    "script-src 'self'",
    `connect-src 'self' ${new URL(serverUrl).origin}`,
    "require-trusted-types-for 'script'",
    ...(policyNames.length > 0 ? [`trusted-types ${policyNames.join(' ')}`] : []),
  ].join('; ');
}
