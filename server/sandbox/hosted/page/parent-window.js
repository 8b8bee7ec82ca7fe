/**
 * What the page tells the page that frames it: `{type, payload}`, to an allowed origin and never to `*`.
 * Without a list of origins every loopback one is allowed; where the browser does not say who frames us, the addresses
 * that the partner gave are asked.
 */
export function openParent({ presentation_mode, parent_origins, return_url, member_profile_url }) {
  const framed = presentation_mode === 'iframe' && window.parent !== window;
  const targets = framed ? allowed(parent_origins, [return_url, member_profile_url]) : [];
  const post = (name, payload = {}) => {
    for (const origin of targets)
      window.parent.postMessage({ type: `service.embed.${name}`, payload }, origin);
  };
  return { framed, post };
}

function allowed(listed, addresses) {
  const framing = window.location.ancestorOrigins?.[0] ?? originOf(document.referrer);
  const known = framing !== undefined && framing !== 'null';
  if (listed.length > 0) return known ? listed.filter((origin) => origin === framing) : listed;
  const candidates = known ? [framing] : addresses.map(originOf);
  return [...new Set(candidates)].filter((origin) => origin !== undefined && isLoopback(origin));
}

function originOf(address) {
  return address && URL.canParse(address) ? new URL(address).origin : undefined;
}

function isLoopback(origin) {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);
}

/** Reports the height of the page each time it is another one; a pixel more or less is rounding. */
export function reportHeight(page, post) {
  let reported = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(page.getBoundingClientRect().height);
    if (Math.abs(height - reported) <= 1) return;
    reported = height;
    post('resize', { height });
  }).observe(page);
}
