/** The clinic's content security policy: nothing inline, nothing foreign; only the booking page runs scripts at all. */
const always = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

export const pagePolicy = always.join('; ');

/**
 * What the widget needs beyond that: its scripts, from the clinic's own origin, and the partner's server to talk to.
 * With `policyNames`, only these may turn text into HTML, each once.
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
