/** Messages to the page that frames this one: `{type, payload}`, to an allowed origin and never to `*`. */
import type { HostedView } from '../handoff-view.ts';

type MessageName = 'ready' | 'resize' | 'complete' | 'exit' | 'return' | 'profile' | 'error';

/** Posts a message of this name, without the `service.embed.` prefix. Does nothing if no origin is allowed. */
export type Post = (name: MessageName, payload?: Record<string, unknown>) => void;

/**
 * Finds the origins that the messages go to. A key without a list of origins allows every loopback origin; if the
 * browser does not name the framing page, the partner's own addresses are the candidates.
 * @returns whether a partner's page frames this one, and the function that posts to it
 */
export function openParent(view: HostedView): { framed: boolean; post: Post } {
  const framed = view.presentation_mode === 'iframe' && window.parent !== window;
  const targets = framed
    ? allowedOrigins(view.parent_origins, [view.return_url, view.member_profile_url])
    : [];
  return {
    framed,
    post(name, payload = {}) {
      for (const origin of targets)
        window.parent.postMessage({ type: `service.embed.${name}`, payload }, origin);
    },
  };
}

function allowedOrigins(listed: readonly string[], addresses: (string | null)[]): readonly string[] {
  const framing = window.location.ancestorOrigins?.[0] ?? originOf(document.referrer);
  const known = framing !== undefined && framing !== 'null';
  if (listed.length > 0) return known ? listed.filter((origin) => origin === framing) : listed;
  const candidates = known ? [framing] : addresses.map(originOf);
  return [...new Set(candidates)].filter((origin) => origin !== undefined).filter(isLoopback);
}

function originOf(address: string | null): string | undefined {
  return address && URL.canParse(address) ? new URL(address).origin : undefined;
}

function isLoopback(origin: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);
}

/** Posts the height of `page` in pixels whenever it changes by more than the one pixel of rounding. */
export function reportHeight(page: Element, post: Post): void {
  let reported = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(page.getBoundingClientRect().height);
    if (Math.abs(height - reported) <= 1) return;
    reported = height;
    post('resize', { height });
  }).observe(page);
}
