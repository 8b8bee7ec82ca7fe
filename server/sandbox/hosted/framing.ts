/** The origins that may frame the hosted page: those of the key, or every loopback origin if it has none; none in hosted-page mode (EMB-01, GAP-99, GAP-100). */

import { pagePolicy } from '../../core/pages/page-document.ts';
import type { Key } from '../engine/keys.ts';
import type { HandoffRecord } from '../state.ts';

const loopbackSources = ['http', 'https'].flatMap((scheme) =>
  ['localhost', '127.0.0.1'].map((host) => `${scheme}://${host}:*`),
);

/** Whether the handoff asked for the presentation in a frame. */
export function isForFrame({ request }: HandoffRecord): boolean {
  return request.presentation_mode === 'iframe';
}

/**
 * Creates the Content Security Policy of the hosted page. Only a handoff for a frame allows framing: by the origins of
 * the key, or by every loopback origin without a key or if it has none.
 */
export function contentSecurityPolicy(handoff?: HandoffRecord, key?: Key): string {
  return pagePolicy(handoff !== undefined && isForFrame(handoff) ? ancestorsOf(key) : ["'none'"]);
}

function ancestorsOf(key: Key | undefined): string[] {
  return key === undefined || key.embed_origins.length === 0 ? loopbackSources : key.embed_origins;
}
