/** The gym's content security policies. Change `always` to your own policy; `schedulePolicy` adds what the widget needs. */
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
 * Creates the content security policy of pages with <dx-handoff>: it allows its scripts, requests to the server, and
 * the hosted page in a frame.
 * @param frameOrigin the origin of the hosted page
 */
export const schedulePolicy = (serverUrl: string, frameOrigin: string): string =>
  [
    ...always,
    "script-src 'self'",
    `connect-src 'self' ${new URL(serverUrl).origin}`,
    `frame-src ${frameOrigin}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
