/** The gym's content security policy: nothing inline, nothing foreign; the scheduling page alone frames, and one origin alone. */
const always = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

export const pagePolicy = always.join('; ');

/** What the widget needs beyond that: its scripts, the partner's server to talk to, the hosted page to frame. */
export const schedulePolicy = (serverUrl: string, frameOrigin: string): string =>
  [
    ...always,
    "script-src 'self'",
    `connect-src 'self' ${new URL(serverUrl).origin}`,
    `frame-src ${frameOrigin}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
