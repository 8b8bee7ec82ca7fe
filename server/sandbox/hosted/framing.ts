/** Who may frame the hosted page and hear its messages: the key's origins, else every loopback one; nobody in hosted-page mode (EMB-01, GAP-99, GAP-100). */
import type { Key } from '../engine/keys.ts';
import type { HandoffRecord } from '../state.ts';

const loopback = ['http', 'https'].flatMap((scheme) =>
  ['localhost', '127.0.0.1'].map((host) => `${scheme}://${host}:*`),
);

export function isForFrame({ request }: HandoffRecord): boolean {
  return request.presentation_mode === 'iframe';
}

/** The page's own policy: its files and nothing else. */
export function contentSecurityPolicy(handoff?: HandoffRecord, key?: Key): string {
  const ancestors = handoff !== undefined && isForFrame(handoff) ? ancestorsOf(key) : ["'none'"];
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ');
}

function ancestorsOf(key: Key | undefined): string[] {
  return key === undefined || key.embed_origins.length === 0 ? loopback : key.embed_origins;
}
