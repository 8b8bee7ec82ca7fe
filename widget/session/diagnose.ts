/** Finds out why no request reaches the server: browsers only report "failed" to a script. Loaded only in that case. */
import type { FailureCode } from './failure.ts';

// It imports no code that elements have loaded: shared code would split the files of every element.

/** What the partner has to look at, with the values concerned. */
export interface Diagnosis {
  code: FailureCode;
  detail: string;
}

/** A reachable server responds much faster. */
const probeTimeoutMs = 4_000;
/** The browser reports a violation of the page's policy in a separate task. */
const violationWithinMs = 200;

/**
 * Sends one probe whose response the page cannot read, so that it succeeds whenever the server is reachable.
 *
 * @param base the base address of the server, absolute and without a trailing slash
 * @returns what is wrong, or null when the page is not at fault
 */
export async function diagnose(base: string): Promise<Diagnosis | null> {
  const server = new URL(base);
  const { origin } = globalThis;
  let blocked = false;
  const listening = new AbortController();
  const listen = ({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent) => {
    if (disposition === 'enforce' && /^(connect|default)-src/.test(effectiveDirective))
      blocked ||= blockedURI.startsWith(server.origin);
  };
  document.addEventListener('securitypolicyviolation', listen, { signal: listening.signal });
  const isThere = await probe(`${base}/health/live`);
  if (!isThere) await new Promise((done) => setTimeout(done, violationWithinMs));
  listening.abort();
  if (blocked) return { code: 'blocked_by_policy', detail: `connect-src ${server.origin}` };
  if (!isThere) return { code: 'offline', detail: `nothing responds at ${base}` };
  if (server.origin === origin) return null;
  if (await responds(`${base}/health/live`))
    return { code: 'fetch_changed', detail: `another request to ${base} succeeds` };
  const detail =
    origin === 'null'
      ? 'the origin of the page is "null": add allow-same-origin to the sandbox of its iframe, or serve it from a web server'
      : `origin ${origin}, server ${base}`;
  return { code: 'origin_not_listed', detail };
}

/** Whether the page may read the response of this address. The page may have replaced `fetch`, and rarely this. */
function responds(url: string): Promise<boolean> {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.timeout = probeTimeoutMs;
    request.onloadend = () => done(request.status > 0);
    request.open('GET', url);
    request.send();
  });
}

/** Whether anything responds at this address. */
async function probe(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    await fetch(url, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal });
    return true;
  } catch {
    return false;
  }
}
