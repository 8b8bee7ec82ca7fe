/** Who may frame the hosted page and receive its messages: the key's origins, or every loopback origin if it has none; nobody in hosted-page mode (EMB-01, GAP-99, GAP-100). */
import type { Key } from '../engine/keys.ts';
import { pagePolicy } from '../page-document.ts';
import type { HandoffRecord } from '../state.ts';

const loopback = ['http', 'https'].flatMap((scheme) =>
  ['localhost', '127.0.0.1'].map((host) => `${scheme}://${host}:*`),
);

export function isForFrame({ request }: HandoffRecord): boolean {
  return request.presentation_mode === 'iframe';
}

/** Policy of the hosted page: only the origins of the handoff's key may frame it, nobody without one. */
export function contentSecurityPolicy(handoff?: HandoffRecord, key?: Key): string {
  return pagePolicy(handoff !== undefined && isForFrame(handoff) ? ancestorsOf(key) : ["'none'"]);
}

function ancestorsOf(key: Key | undefined): string[] {
  return key === undefined || key.embed_origins.length === 0 ? loopback : key.embed_origins;
}
